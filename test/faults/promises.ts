/** A reliability promise and the tests that show it: a row of `docs/reliability.md`, which the long test run writes. */
export interface Promised {
  /** Short name of the promise. */
  name: string
  /** What the service guarantees. */
  text: string
  /** Paths of the test files. Each has a control, which fails without the defence. */
  shownBy: readonly string[]
  /**
   * Parts of the names of the tests whose figures the row has; by default, it has the first figure. It shows the part of a
   * figure before the first semicolon.
   */
  figures?: readonly string[]
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
    text: 'Every export gets a response within 30 s under every fault: its file, or the reason for having none.',
    shownBy: ['test/faults/kills.alone.test.ts', 'test/faults/redis.test.ts', 'test/faults/nemesis.test.ts'],
    figures: ['takes no export with it'],
    control: 'a query without a time limit never ends (`test/faults/postgres-guards.test.ts`)',
  },
  {
    name: 'Bounded queue',
    text:
      'At most 64 exports wait, and 32 more for each further worker that responds, at most 64 of them of large maps, which ' +
      'take at most 192 MiB in Redis, a third of it of one workspace. A workspace has at most 4 (free) or 16 (pro) waiting and rendering, and one after three exports in five minutes that took too much time or memory. ' +
      'Further exports get 503 and `Retry-After` at once. Exports of other workspaces overtake those of a workspace with many. Exports ' +
      'past their deadlines leave the queue with the next export, even while no worker runs.',
    shownBy: [
      'services/gateway/exports/queue.test.ts',
      'services/render-worker/worker.test.ts',
      'test/faults/overload.alone.test.ts',
      'test/faults/starvation.alone.test.ts',
    ],
    control:
      'results with one error each are all found; a flood of the same workspace delays that workspace; after two too costly exports, or ' +
      'refusals for other reasons, it keeps its quota',
    figures: ['refuses further clients', 'lets another one'],
    missing: 'refusals within 100 ms for every request of a flood whose clients share the cores with the service',
  },
  {
    name: 'Room beside large pictures',
    text:
      'While one workspace has 16 pictures of 400 services and 2,000 connections made, another workspace gets its picture of 8 services ' +
      'within 1 s (p95), and always within 2 s, on two cores, from the start of the worker on. The large pictures are made at least ' +
      '0.85 times as fast as with all render permits.',
    shownBy: ['test/faults/starvation.alone.test.ts'],
    figures: ['leaves others their small ones'],
    control: 'without a queue of their own, large pictures make small ones wait more than twice as long',
  },
  {
    name: 'A slow machine',
    text:
      'A worker with half a core, beside a busy process on each core, makes small files of every format from its start on. A map is too ' +
      'costly only if its own thread uses 10 s of processor time (5 s for a text file), 768 MB, or 10 s of Chromium twice, or if both together use 10 s until its deadline.',
    shownBy: [
      'test/faults/slow-machine.alone.test.ts',
      'services/render-worker/threads/render.test.ts',
      'services/render-worker/threads/warm-threads.test.ts',
    ],
    control: 'a thread that loads during its first export, while the time of the export runs, never makes one',
  },
  {
    name: 'Bounded text files',
    text:
      'For every map, a `markdown`, `claude`, `agents` or `figma` file has at most 12 MiB, and a part for Notion 500 kB. Ids or numbers ' +
      'replace labels that would exceed this.',
    shownBy: ['test/faults/text-files.test.ts'],
    control: 'the labels of one such map would take more than 12 MiB in its dependencies alone',
  },
  {
    name: 'Nothing lost, nothing mixed up',
    text:
      'When a worker is killed, at any moment, no export is lost, no client gets the file of another map, and interrupted exports get a ' +
      'response within 9 s (p95). No acknowledged change of a map is lost, by REST or MCP, and no response shows a map from before such a change. ' +
      'A deleted map stays deleted, a closed link closed, and a revoked token is refused after 15 s.',
    shownBy: [
      'test/faults/kills.alone.test.ts',
      'test/faults/nemesis.test.ts',
      'test/faults/history.quick.test.ts',
      'test/faults/linearizability.quick.test.ts',
      'test/faults/token-uses.quick.test.ts',
    ],
    figures: ['takes no export with it', 'keeps every promise'],
    control: 'histories and files with one error each are all found',
  },
  {
    name: 'Versions, pins, and nothing left of a deleted map',
    text:
      'Under kills, stops and restarts of all parts, each acknowledged version of a map can be read as it was, or was joined with changes by ' +
      'the same token, and its 404 names the kept versions next to it. A version with a note is never joined, and stays within the number of ' +
      'the plan. A layout is pinned as the last acknowledged pin says. After a DELETE, no version, no pin and no text of the map is in Postgres.',
    shownBy: [
      'test/faults/nemesis.test.ts',
      'test/faults/versions.test.ts',
      'test/faults/history.quick.test.ts',
      'test/faults/linearizability.quick.test.ts',
    ],
    figures: ['keeps every promise'],
    control:
      'without the trigger that keeps versions, with one that spoils them, or without the foreign keys, the same check finds what is lost, ' +
      'wrong or left',
  },
  {
    name: 'Whole lists',
    text: 'A list of all maps contains each map once, even while maps are updated, and takes about as much memory for 100,000 maps as for 10,000.',
    shownBy: ['test/faults/lists.test.ts', 'services/gateway/maps/map-list.test.ts'],
    control: 'a client that only reads pages misses maps that are updated before it reads their page',
  },
  {
    name: 'Safe retries',
    text:
      'A POST with an Idempotency-Key makes one map, however often the client sends it, even if a gateway is killed between storing the map ' +
      'and responding.',
    shownBy: ['test/faults/retries.quick.test.ts', 'services/gateway/store/insert-map.test.ts'],
    control: 'without a key, the retry makes a second map',
  },
  {
    name: 'A browser that comes back',
    text: 'When Chromium is killed, hangs or crashes, the worker retries the export in a fresh one, and no process stays behind.',
    shownBy: [
      'services/render-worker/browser.chromium.isolated.test.ts',
      `${browser}/supervisor.test.ts`,
      'test/faults/kills.alone.test.ts',
    ],
    figures: ['takes no export with it'],
    control: 'a process that outlives a killed Chromium is found',
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
    figures: ['leaves it as it is'],
    control: 'a server that leaks with each request is found, and so is a page whose handles are not released',
  },
  {
    name: 'No way out',
    text: 'Nothing in a map makes Chromium open a connection, send a datagram or resolve a name.',
    shownBy: [`${browser}/no-way-out.chromium.test.ts`],
    control: 'a page without fences uses every known egress path',
  },
  {
    name: 'Bad input',
    text:
      'No request and no MCP message gets a status of 500 or above, refusals are small, and the event loop is never blocked ' +
      'for more than 200 ms.',
    shownBy: ['test/security/fuzz.alone.test.ts', 'test/security/protocol-abuse.quick.alone.test.ts'],
    control: 'servers with one wrong response each are all found',
  },
  {
    name: 'A bounded stretch of work',
    text:
      "No route and no MCP tool keeps a gateway's event loop for more than 200 ms of processor time in one stretch, for anything that the largest " +
      'plan allows: 2,000 nodes and 10,000 edges of 4 MiB each, in the worst shapes that a search found.',
    shownBy: ['test/faults/event-loop.alone.test.ts'],
    control: 'a gateway that applies the operations of `edit_map` one at a time exceeds it',
  },
  {
    name: 'Isolation',
    text:
      "A request for another workspace's map gets the same response as one for an unknown id, and an unknown token the same 401 as an expired " +
      'or revoked one. No token appears in a log, a response, Redis or a job.',
    shownBy: ['test/security/tokens.test.ts'],
    figures: ['leaves no gap', 'tells nothing'],
    control: 'planted tokens are found, and the timing of a digit-by-digit comparison gives it away',
  },
]

/** Promises about the behaviour under each fault. */
export const faults: readonly Promised[] = [
  {
    name: 'A worker is killed, or told to stop, in the middle of an export',
    text: 'Another worker makes the file within 9 s (p95). A worker that is told to stop finishes its exports, or returns them to the queue.',
    shownBy: ['test/faults/kills.alone.test.ts', 'test/system/processes.test.ts'],
    control: 'a Chromium that outlives its worker, and a file of another map, are found',
  },
  {
    name: 'The queue is paused, or workers are frozen, ended by the kernel, or short of processor time',
    text:
      'Maps and finished files are served. With one worker left, exports are made. With none, metrics and `admin doctor` name the paused queue or ' +
      'the missing worker within 10 s, and an export beyond the quota gets 503 that names the service, not the client; it counts as failed. ' +
      'Exports are made within 30 s of the end of the fault, without a restart. A worker that ended without a goodbye is logged and counted once.',
    shownBy: [
      'test/faults/half-alive-queue.test.ts',
      'services/render-worker/heartbeat.test.ts',
      'services/gateway/exports/queue.test.ts',
    ],
    control:
      'a count of connections includes the frozen worker; while exports are taken, a client beyond its quota is told of its quota, and that ' +
      'counts as refused',
  },
  {
    name: 'A map kills every worker that takes it',
    text: 'The map kills at most three workers, and is then refused for a minute. Exports of other maps are still made.',
    shownBy: ['test/faults/poison.test.ts', 'services/render-worker/worker.test.ts'],
    control: 'without the count of crashes, the job runs again and again',
  },
  {
    name: 'PgBouncer stands between a gateway and Postgres',
    text: 'In transaction mode, the gateway migrates and serves as without PgBouncer, or names the missing setting at its start.',
    shownBy: ['test/faults/pgbouncer.test.ts'],
    control: 'without the settings, the gateway exits at its start and names them',
  },
  {
    name: 'A map takes all the time or memory that it can get',
    text:
      "The worker's event loop is never blocked for more than 500 ms, and other workspaces get small files within 1 s (p95). " +
      'The map becomes a file, or is refused within the deadline, and then for five minutes with any options.',
    shownBy: [
      'test/faults/worst-maps.alone.test.ts',
      'test/faults/memory-growth.alone.test.ts',
      'services/render-worker/threads/render.test.ts',
      'services/render-worker/worker.test.ts',
    ],
    control: 'without a thread, such a map blocks the event loop for more than 500 ms',
  },
  {
    name: 'A gateway is killed, or told to stop, in the middle of an export',
    text: 'A gateway that is told to stop finishes its responses. After a kill, the render continues, and clients get the file from another gateway.',
    shownBy: ['test/faults/kills.alone.test.ts', 'test/system/processes.test.ts'],
    control: 'another file of the same map counts as another render',
  },
  {
    name: 'Redis restarts, hangs, forgets everything, is full, or cannot be reached',
    text: 'Requests for maps succeed, and the rate limiter counts in memory. Exports are made, or get 503 and succeed later.',
    shownBy: [
      'test/faults/redis.test.ts',
      'test/faults/redis-guards.quick.test.ts',
      'test/faults/fault-proxy.quick.test.ts',
    ],
    figures: ['it hangs', 'have died'],
    control: 'a rate limiter without its guard, and an export that is queued only once, wait for ever',
  },
  {
    name: 'Postgres restarts, is half-open, slow, or absent at the start',
    text: 'No process ends. Requests get 503 within 3.5 s, and succeed 3 s after Postgres is back, without a restart.',
    shownBy: ['test/faults/postgres.test.ts', 'test/faults/postgres-guards.test.ts'],
    control: 'without time limits, a query never ends; without retries, a gateway does not start',
  },
  {
    name: 'A store is half alive: read-only, full, out of connections, a replica, late, or its bucket cannot be reached',
    text:
      'What does not need the broken half goes on. `/readyz`, `maps_dependency_up`, `admin doctor` and the responses name that half, and everything ' +
      'works within 30 s after the end of the fault, without a restart. A process without processor time says so, and blames no store.',
    shownBy: ['test/faults/half-alive-stores.quick.test.ts'],
    control:
      'without its guard, a connection stays with a replica, a session stays read-only, and a token look-up fails; all signals are good before each fault',
  },
  {
    name: 'A client leaves while it waits',
    text: 'The gateway stops waiting. The export is still made within its deadline, and counts against the quota of its workspace until then.',
    shownBy: ['test/faults/disconnects.test.ts', 'services/gateway/exports/queue.test.ts'],
    control: 'clients that stay get their file',
  },
  {
    name: 'Clients that are slow',
    text:
      'The gateway cuts off slow headers after 10 s, bodies whose next chunk is 10 s late, bodies slower than 32 KiB/s after 20 s, and readers ' +
      'slower than 14 KB/s after 54 s, but no reader of 32 KiB/s. Requests of other clients take at most twice as long (median).',
    shownBy: ['test/faults/slow-clients.alone.test.ts', 'test/security/protocol-abuse.quick.alone.test.ts'],
    control: 'a server without these limits keeps their connections for ever',
  },
  {
    name: 'Clients that make a gateway hold their bytes',
    text:
      'Unread responses, request bodies and the maps of waiting exports and of tools take at most 96 MiB of a gateway, and 32 MiB for one workspace or address; a third is for ' +
      'clients that hold at most 1 MiB. Further requests get 503. A gateway has at most 2,000 connections, and from 1,000 on closes idle ones. With 500 clients for each way to hold bytes, a gateway with 512 MiB ' +
      'takes at most 420 MiB besides pages of files, which the kernel can drop, and serves small requests of other workspaces.',
    shownBy: [
      'test/faults/memory-limit.test.ts',
      'services/gateway/http/held-bytes.test.ts',
      'services/gateway/http/body.test.ts',
    ],
    control:
      'a gateway without the ledger needs more than 512 MiB; a route without a row in the table of ways is found',
  },
  {
    name: 'The disk is full',
    text: 'Pictures get 503, text files are still made, and the worker paints again without a restart when there is space.',
    shownBy: ['test/faults/full-disk.test.ts'],
    control: 'the same worker paints before and after',
  },
  {
    name: 'Clocks differ by 5 minutes, either way',
    text: 'Every file is made and every bound is kept: all processes use the clock of Redis for deadlines.',
    shownBy: ['test/faults/clock.test.ts'],
    control: 'the test sees that the clocks differ, and an export past its deadline is not made',
  },
  {
    name: 'An export is delivered twice',
    text: 'There is one artifact, and the same map gives the same bytes.',
    shownBy: [
      'test/faults/duplicates.quick.test.ts',
      'services/gateway/exports/queue.test.ts',
      'test/system/processes.test.ts',
    ],
    control: 'a file that differs in one byte is found',
  },
]
