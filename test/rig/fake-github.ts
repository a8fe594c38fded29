import express from 'express'
import { startServer, type TestServer } from './http-server.ts'

/** A comment on a pull request, with the fields of GitHub's REST API. */
export interface FakeComment {
  id: number
  body: string
  html_url: string
  user: { login: string } | null
}

/** An issue, with the fields of GitHub's REST API. */
export interface FakeIssue extends FakeComment {
  number: number
  title: string
  state: 'open' | 'closed'
}

/** Author of all comments that are written with the token. */
export const TOKEN_LOGIN = 'github-actions[bot]'

/** A server with GitHub's REST API; its `url` is the value for `GITHUB_API_URL`. */
export interface FakeGitHub extends TestServer {
  /** Comments on pull request 7, oldest first. */
  comments: FakeComment[]
  /** Issues, latest first. */
  issues: FakeIssue[]
  /** Files of the base branch, by path. */
  files: Map<string, string>
  /** Whether writes get 403, as for a pull request from a fork. */
  isReadOnly: boolean
}

const MAX_BODY_LENGTH = 65_536

/** Starts the part of GitHub's REST API that the action uses, for the repository acme/shop: https://docs.github.com/rest. */
export async function startFakeGitHub(token: string): Promise<FakeGitHub> {
  const app = express()
  const github: Pick<FakeGitHub, 'comments' | 'issues' | 'files' | 'isReadOnly'> = {
    comments: [],
    issues: [],
    files: new Map(),
    isReadOnly: false,
  }
  app.use(express.json({ limit: '1mb' }))
  app.use((request, response, next) => {
    if (request.headers.authorization !== `Bearer ${token}`)
      return response.status(401).json({ message: 'Bad credentials' })
    if (github.isReadOnly && request.method !== 'GET')
      return response.status(403).json({ message: 'Resource not accessible by integration' })
    const { body } = (request.body ?? {}) as { body?: string }
    if (body !== undefined && body.length > MAX_BODY_LENGTH)
      return response.status(422).json({ message: 'body is too long (maximum is 65536 characters)' })
    next()
  })
  app.post('/graphql', (_request, response) => void response.json({ data: { viewer: { login: TOKEN_LOGIN } } }))
  app.get('/repos/acme/shop/contents/*path', (request, response) => {
    const path = request.params.path.join('/')
    const text = request.query['ref'] === 'b45e' ? github.files.get(path) : undefined
    if (text === undefined) return void response.status(404).json({ message: 'Not Found' })
    if (request.headers.accept?.includes('raw')) return void response.type('text/plain').send(text)
    response.json({ encoding: 'base64', content: Buffer.from(text).toString('base64') })
  })
  app
    .route('/repos/acme/shop/issues/7/comments')
    .get(({ query }, response) => {
      const size = Number(query['per_page'] ?? 30)
      const page = Number(query['page'] ?? 1)
      response.json(github.comments.slice(size * (page - 1), size * page))
    })
    .post(({ body }, response) => {
      const id = github.comments.length + 1
      const html_url = `https://github.com/acme/shop/pull/7#c${id}`
      const comment = { id, body: (body as FakeComment).body, html_url, user: { login: TOKEN_LOGIN } }
      github.comments.push(comment)
      response.status(201).json(comment)
    })
  app.patch('/repos/acme/shop/issues/comments/:id', ({ params, body }, response) => {
    const comment = github.comments.find((it) => it.id === Number(params.id))
    if (!comment) return void response.status(404).json({ message: 'Not Found' })
    response.json(Object.assign(comment, { body: (body as FakeComment).body }))
  })
  app
    .route('/repos/acme/shop/issues')
    .get(({ query }, response) => {
      response.json(github.issues.filter((it) => it.state === query['state']).slice(0, Number(query['per_page'])))
    })
    .post(({ body }, response) => {
      const number = github.issues.length + 8
      const html_url = `https://github.com/acme/shop/issues/${number}`
      const issue = { id: 1_000 + number, number, html_url, state: 'open' as const, user: { login: TOKEN_LOGIN } }
      const { title, body: text } = body as FakeIssue
      github.issues.unshift({ ...issue, title, body: text })
      response.status(201).json(github.issues[0])
    })
  app.patch('/repos/acme/shop/issues/:number', ({ params, body }, response) => {
    const issue = github.issues.find((it) => it.number === Number(params.number))
    if (!issue) return void response.status(404).json({ message: 'Not Found' })
    response.json(Object.assign(issue, body))
  })
  return Object.assign(github, await startServer(app))
}
