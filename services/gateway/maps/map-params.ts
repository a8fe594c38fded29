import { z } from 'zod'

/** Path parameters of routes, and input of tools, that name a map. */
export const mapParams = z.strictObject({ id: z.string().describe('Id of the map') })
