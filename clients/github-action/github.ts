import { MAX_COMMENT_LENGTH } from '../../shared/diff/diff-markdown.ts'
import { ActionError, type Environment } from './inputs.ts'

const TIMEOUT_MS = 30_000
const PAGE_SIZE = 100

interface Comment {
  id: number
  body?: string | null
  html_url: string
  /** The author; null if the account was deleted. */
  user: { login: string } | null
}

interface Issue extends Comment {
  number: number
}

/** The calls of GitHub's REST API that the action makes (https://docs.github.com/rest). */
export interface GitHub {
  /** Reads a file at a commit or on a branch; undefined if it does not exist there. */
  readFile(path: string, ref: string): Promise<string | undefined>
  /** Finds the first comment of a pull request that begins with `start` and was written with this token's identity. */
  findOwnComment(pullRequest: number, start: string): Promise<Comment | undefined>
  /** Creates a comment, or updates the earlier one. @returns the address of the comment */
  writeComment(pullRequest: number, body: string, earlier: Comment | undefined): Promise<string>
  /** Finds the latest open issue whose text begins with `start` and was written with this token's identity. */
  findOwnIssue(start: string): Promise<Issue | undefined>
  /** Opens an issue, or updates the earlier one. @returns the address of the issue */
  writeIssue(content: { title: string; body: string; state?: 'closed' }, earlier: Issue | undefined): Promise<string>
}

/**
 * Creates a client of GitHub's REST API for the repository of the run.
 * @param env environment variables of the runner
 */
export function connectGitHub(env: Environment, token: string): GitHub {
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository = '' } = env
  const { GITHUB_GRAPHQL_URL: graphql = `${api}/graphql` } = env
  const base = `${api}/repos/${repository}`

  /** Sends a request. @returns the body of the response; undefined for 404. @throws ActionError for any other failure */
  async function send(method: string, url: string, body?: object, accept = 'application/vnd.github+json') {
    const response = await fetch(url, {
      method,
      headers: {
        Accept: accept,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'User-Agent': 'maps-service-action',
        'X-GitHub-Api-Version': '2022-11-28',
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
      // The connection may also break within the body.
      .then(async (it) => ({ ok: it.ok, status: it.status, text: await it.text() }))
      .catch((cause: unknown) => {
        throw new ActionError(`GitHub does not answer ${nameOf(method, url)}.`, { cause })
      })
    if (response.ok) return response.text
    if (response.status === 404) return undefined
    throw new ActionError(`GitHub answered ${response.status} to ${nameOf(method, url)}.`)
  }

  async function sendForJson<Content>(method: string, url: string, body?: object): Promise<Content> {
    const text = await send(method, url, body)
    if (text === undefined) throw new ActionError(`GitHub answered 404 to ${nameOf(method, url)}.`)
    try {
      return JSON.parse(text) as Content
    } catch (cause) {
      throw new ActionError(`GitHub answered no JSON to ${nameOf(method, url)}.`, { cause })
    }
  }

  /** Login of the token's identity, such as `github-actions[bot]`. REST tells it only to users, GraphQL to every token. */
  async function readLogin(): Promise<string> {
    type Viewer = { data?: { viewer?: { login?: string } } }
    const { data } = await sendForJson<Viewer>('POST', graphql, { query: '{ viewer { login } }' })
    if (data?.viewer?.login === undefined) throw new ActionError('GitHub does not say whose token it is.')
    return data.viewer.login
  }

  /** Changes an earlier entry, or adds one to a list. @returns the address of the entry */
  async function write(earlier: string | undefined, list: string, content: object): Promise<string> {
    const method = earlier === undefined ? 'POST' : 'PATCH'
    const { html_url: url } = await sendForJson<Comment>(method, base + (earlier ?? list), content)
    return url
  }

  /** Finds the first entry of a list that begins with a text and was written with this token's identity. */
  async function findOwn<Entry extends Comment>(list: string, start: string): Promise<Entry | undefined> {
    let login: string | undefined
    for (let page = 1; ; page++) {
      const entries = await sendForJson<Entry[]>('GET', `${base}${list}per_page=${PAGE_SIZE}&page=${page}`)
      const marked = entries.filter((it) => it.body?.startsWith(start))
      if (marked.length > 0) login ??= await readLogin()
      const own = marked.find((it) => it.user?.login === login)
      if (own || entries.length < PAGE_SIZE) return own
    }
  }

  return {
    async readFile(path, ref) {
      const address = `/contents/${path.split('/').map(encodeURIComponent).join('/')}?ref=${encodeURIComponent(ref)}`
      return send('GET', base + address, undefined, 'application/vnd.github.raw+json')
    },

    findOwnComment: (pullRequest, start) => findOwn<Comment>(`/issues/${pullRequest}/comments?`, start),

    writeComment: (pullRequest, body, earlier) =>
      write(earlier && `/issues/comments/${earlier.id}`, `/issues/${pullRequest}/comments`, { body }),

    findOwnIssue: (start) => findOwn<Issue>('/issues?state=open&', start),

    writeIssue: (content, earlier) => write(earlier && `/issues/${earlier.number}`, '/issues', content),
  }
}

/** The text of a comment or an issue with a marker before it, by which it is found again. @param write writes at most so many characters */
export function withMarker(marker: string, write: (maxLength: number) => string): string {
  return `${marker}\n${write(MAX_COMMENT_LENGTH - marker.length - 1)}`
}

/** The name of a request in messages. */
function nameOf(method: string, url: string): string {
  return `${method} ${new URL(url).pathname}`
}
