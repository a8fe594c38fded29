/** A reliability promise and the tests that show it: a section of `docs/reliability.md`, which the long test run writes. */
export interface Promised {
  /** Title of the section. */
  name: string
  /** What the service guarantees. */
  text: string
  /** Paths of the test files. Each has a control, which fails without the defence. */
  shownBy: readonly string[]
  /** How the controls show that the tests can fail. */
  control: string
  /** Part of the promise that no test shows yet. */
  missing?: string
}

const browser = 'services/render-worker/browser'

/** Promises that hold at all times. */
export const promises: readonly Promised[] = [
  {
    name: 'Bounded time',
    text: 'Every export is answered within 30 s, with its file or with the reason why there is none, under every fault.',
    shownBy: ['test/faults/kills.test.ts', 'test/faults/redis.test.ts', 'test/faults/nemesis.test.ts'],
    control: 'a query without limits of time waits for ever (`test/faults/postgres-guards.test.ts`)',
  },
  {
    name: 'Bounded queue',
    text:
      'At most 64 exports wait, and 4 (free) or 16 (pro) of a workspace are on their way. Further exports are told ' +
      'at once, by 503 and `Retry-After`. A workspace that asks for many lets the exports of others pass. Exports past their ' +
      'deadlines leave the queue with the next export, also while no worker runs.',
    shownBy: [
      'services/gateway/exports/queue.test.ts',
      'test/faults/overload.test.ts',
      'test/faults/starvation.test.ts',
    ],
    control: 'receipts that are wrong, each in one way, are all found; a flood of the same workspace does hold it up',
    missing: 'a refusal within 100 ms for each of a flood whose clients share the cores with the service',
  },
  {
    name: 'Room beside large pictures',
    text:
      'One workspace with 16 pictures of 400 services and 2,000 connections under way: another one has its picture of 8 services ' +
      'within 1 s (95 of 100) on two cores, and the large ones come at least 0.85 times as fast as if they had all slots.',
    shownBy: ['test/faults/starvation.test.ts'],
    control: 'without a queue of their own, the large ones make the small ones wait more than twice as long',
  },
  {
    name: 'Bounded text files',
    text:
      'A `markdown`, `claude`, `agents` or `figma` file has at most 12 MiB, a part for Notion 500 kB, for every map; names are ids or ' +
      'numbers where labels would take more.',
    shownBy: ['test/faults/text-files.test.ts'],
    control: 'the labels of one such map would take more than 12 MiB in its dependencies alone',
  },
  {
    name: 'Nothing lost, nothing mixed up',
    text:
      'A worker may be killed at any moment: no export is lost, no file is of another map, and a killed export is answered ' +
      'within 9 s (95 of 100). No acknowledged change of a map is lost, and no file is older than one.',
    shownBy: ['test/faults/kills.test.ts', 'test/faults/nemesis.test.ts', 'test/faults/history.test.ts'],
    control: 'histories and files that are wrong, each in one way, are all found',
  },
  {
    name: 'Whole lists',
    text: 'A list of all maps has each of them once, also while they are updated, and takes about as little memory for 100,000 maps as for 10,000.',
    shownBy: ['test/faults/lists.test.ts', 'services/gateway/routes/map-list.test.ts'],
    control: 'pages alone miss the maps that are updated before their page is read',
  },
  {
    name: 'Safe retries',
    text:
      'A POST with an Idempotency-Key makes one map, however often and through whichever gateways it is sent, also where ' +
      'a gateway is killed between storing the map and answering.',
    shownBy: ['test/faults/retries.test.ts', 'services/gateway/store/create-map.test.ts'],
    control: 'without a key, the retry makes a second map',
  },
  {
    name: 'A browser that comes back',
    text: 'Chromium may be killed, hang or crash: the export is tried again in a fresh one, and no process is left.',
    shownBy: [
      'services/render-worker/browser.chromium.test.ts',
      `${browser}/supervisor.test.ts`,
      'test/faults/kills.test.ts',
    ],
    control: 'a process that clings to a killed Chromium is found',
  },
  {
    name: 'No leaks',
    text: 'Memory, listeners, pages, processes and timers do not grow with the number of exports.',
    shownBy: [
      'test/faults/leaks.test.ts',
      'test/faults/soak.test.ts',
      `${browser}/isolation.chromium.test.ts`,
      `${browser}/memory.test.ts`,
    ],
    control: 'a server that leaks a little with each request is found, and so is a page whose handles are kept',
  },
  {
    name: 'No way out',
    text: 'Nothing in a map has Chromium reach out: no connection, no datagram, no name asked for.',
    shownBy: [`${browser}/no-way-out.chromium.test.ts`],
    control: 'a page without fences has every way out that we know',
  },
  {
    name: 'Bad input',
    text:
      'Every request is answered below 500, refusals are small and of one form, and the event loop never stands still ' +
      'for more than 200 ms.',
    shownBy: ['test/security/fuzz.test.ts', 'test/security/protocol-abuse.test.ts'],
    control: 'servers that answer wrongly, each in one way, are all found',
  },
  {
    name: 'Isolation',
    text:
      "Another workspace's map is answered like one that never was, every bad token by the same 401, and no token is in a " +
      'log, an answer, Redis or a job.',
    shownBy: ['test/security/tokens.test.ts'],
    control: 'tokens that are planted are found, and a comparison digit by digit is told by its time',
  },
]

/** Promises about the behaviour under each fault. */
export const faults: readonly Promised[] = [
  {
    name: 'A worker is killed, or told to stop, in the middle of an export',
    text: 'Another makes the file within 9 s (95 of 100); a worker that is told to stop finishes what it has begun, or hands it back.',
    shownBy: ['test/faults/kills.test.ts', 'test/system/processes.test.ts'],
    control: 'a Chromium that outlives its worker, and a file of another map, are found',
  },
  {
    name: 'A map kills every worker that takes it',
    text: 'Three workers at most, however often it is asked for; then it is refused for a minute. Exports of other maps are made all the same.',
    shownBy: ['test/faults/poison.test.ts', 'services/render-worker/worker.test.ts'],
    control: 'were the deaths forgotten, it would run again and again',
  },
  {
    name: 'PgBouncer stands between a gateway and Postgres',
    text: 'In transaction mode the gateway migrates and serves as without it, or says at its start which setting is missing.',
    shownBy: ['test/faults/pgbouncer.test.ts'],
    control: 'without the settings, the gateway ends at its start and names them',
  },
  {
    name: 'A map takes all the time or memory that it can get',
    text:
      "The worker's event loop never stands still for more than 500 ms, and other workspaces' small files are there within 1 s (p95). " +
      'It is a file, or refused within the deadline, and then for five minutes with any options.',
    shownBy: [
      'test/faults/worst-maps.test.ts',
      'services/render-worker/threads/pool.test.ts',
      'services/render-worker/worker.test.ts',
    ],
    control: 'worked on by the event loop itself, such a map stops it for more than 500 ms',
  },
  {
    name: 'A gateway is killed, or told to stop, in the middle of an export',
    text: 'Told to stop, it answers what it has begun. Killed, its render goes on for clients that ask another gateway.',
    shownBy: ['test/faults/kills.test.ts', 'test/system/processes.test.ts'],
    control: 'another file of the same map counts as another render',
  },
  {
    name: 'Redis restarts, hangs, forgets everything, is full, or cannot be reached',
    text: 'Maps are served as ever and the limiter counts in memory; exports are made, or refused by 503 and made later.',
    shownBy: ['test/faults/redis.test.ts', 'test/faults/redis-guards.test.ts', 'test/faults/fault-proxy.test.ts'],
    control: 'a limiter without its guard, and an export that is asked for once, wait for ever',
  },
  {
    name: 'Postgres restarts, is half-open, slow, or absent at the start',
    text: 'No process ends. Requests are refused within 3.5 s, and served 3 s after Postgres is back, without a restart.',
    shownBy: ['test/faults/postgres.test.ts', 'test/faults/postgres-guards.test.ts'],
    control: 'without limits of time a query is never answered; without trying again a gateway does not start',
  },
  {
    name: 'A client leaves while it waits',
    text: 'The gateway waits no longer for it. Its export is made within its deadline, and counts towards the quota of its workspace until then.',
    shownBy: ['test/faults/disconnects.test.ts', 'services/gateway/exports/queue.test.ts'],
    control: 'clients that stay have their file',
  },
  {
    name: 'Clients that are slow',
    text:
      'Slow headers are cut after 10 s, bodies slower than 32 KiB/s after 20 s, readers that do not read after 54 s, readers of less than ' +
      '14 KB a second too, one of 32 KiB/s never; others take at most twice as long (median).',
    shownBy: ['test/faults/slow-clients.test.ts', 'test/security/protocol-abuse.test.ts'],
    control: 'a server without these limits holds them for ever',
  },
  {
    name: 'Clients that do not read large answers',
    text:
      'Answers hold at most 128 MiB of a gateway, and 48 MiB for one workspace or address; beyond, requests are refused by ' +
      '503. Large files are read in pieces. A gateway of 512 MiB lives, and serves others.',
    shownBy: ['test/faults/memory-limit.test.ts', 'services/gateway/http/response-memory.test.ts'],
    control: 'a server that holds whole answers needs more',
  },
  {
    name: 'The disk is full',
    text: 'Pictures are refused by 503, texts are made, and the worker paints again by itself when there is room.',
    shownBy: ['test/faults/full-disk.test.ts'],
    control: 'the same worker paints before and after',
  },
  {
    name: 'Clocks differ by 30 s, either way',
    text: 'Every file is made and every bound is kept: deadlines are told by the clock of Redis, which all share.',
    shownBy: ['test/faults/clock.test.ts'],
    control: 'the clocks are seen to differ, and an export past its deadline is not made',
  },
  {
    name: 'An export is delivered twice',
    text: 'There is one artifact, and the same map gives the same bytes.',
    shownBy: [
      'test/faults/duplicates.test.ts',
      'services/gateway/exports/queue.test.ts',
      'test/system/processes.test.ts',
    ],
    control: 'a file that differs in a single byte is told apart',
  },
]
