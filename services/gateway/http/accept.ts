import { ServiceError } from '@maps/shared/errors'
import type { Response } from 'express'

/**
 * Selects the media type of these that the client prefers, or the first if it accepts any.
 * @throws ServiceError 406 if it accepts none
 */
export function acceptedType<Type extends string>(response: Response, types: readonly Type[]): Type {
  response.vary('Accept')
  const accepted = response.req.accepts([...types])
  const type = types.find((it) => it === accepted)
  if (type === undefined) throw notAcceptable(types)
  return type
}

/** 406: the client accepts none of these media types. */
export function notAcceptable(types: readonly string[]): ServiceError {
  return new ServiceError(406, `The response can be ${types.join(' or ')}: send one of them as "Accept".`)
}
