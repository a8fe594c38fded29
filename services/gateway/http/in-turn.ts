import type { NextFunction, Request, RequestHandler, Response } from 'express'

/** What happens to a request before it is answered; without a promise where nobody has to be waited for. */
export type Step = (request: Request, response: Response) => Promise<void> | undefined | void

/** Steps one after the other as one handler: for each handler the router takes as long as most steps do. */
export function inTurn(...steps: readonly Step[]): RequestHandler {
  function goOn(from: number, request: Request, response: Response, next: NextFunction): Promise<void> | undefined {
    for (let at = from; at < steps.length; at++) {
      const wait = steps[at]!(request, response)
      if (wait) return wait.then(() => goOn(at + 1, request, response, next))
    }
    next()
    return undefined
  }
  return (request, response, next) => goOn(0, request, response, next)
}
