import type * as client from '../../../clients/typescript/index.ts'
import type { components, operations } from './openapi-typescript.ts'

/** Whether each of two types takes what the other one gives, and knows the same members. */
type Same<One, Other> = Both<Plain<One>, Plain<Other>>
type Both<One, Other> = [One, keyof One] extends [Other, keyof Other]
  ? [Other, keyof Other] extends [One, keyof One]
    ? true
    : false
  : false

/** Lists that may be written to, and flags that are no texts of the query string. */
type Plain<T> = T extends 'true' | 'false'
  ? boolean
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T

type OptionsOf<Format extends client.ExportFormat> = Omit<client.ExportOptions[Format], 'signal'>
type FormatOf<Operation> = Operation extends `export${infer Format}` ? Uncapitalize<Format> : never
type Schemas = components['schemas']
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>
type Body<Operation extends 'createMap' | 'updateMap'> =
  operations[Operation]['requestBody']['content']['application/json']

/** The types of our own client, which are written by hand, beside those that are made from the OpenAPI document. */
export const same: Record<string, true> = {
  node: true satisfies Same<client.MapNode, Schemas['Node']>,
  edge: true satisfies Same<client.MapEdge, Schemas['Edge']>,
  map: true satisfies Same<Required<client.ArchitectureMap>, Schemas['Map']>,
  newMap: true satisfies Same<client.NewMap, Body<'createMap'>>,
  change: true satisfies Same<client.MapChange, Body<'updateMap'>>,
  list: true satisfies Same<
    Omit<client.ListOptions, 'pageSize' | 'signal'>,
    Omit<Query<'listMaps'>, 'limit' | 'cursor'>
  >,
  summary: true satisfies Same<Partial<client.MapSummary<client.MapField>>, Schemas['MapSummary']>,
  formats: true satisfies Same<client.ExportFormat, FormatOf<keyof operations>>,
  png: true satisfies Same<OptionsOf<'png'>, Query<'exportPng'>>,
  svg: true satisfies Same<Omit<client.SvgOptions, 'signal'>, Query<'getSvgPicture'>>,
  markdown: true satisfies Same<OptionsOf<'markdown'>, Query<'exportMarkdown'>>,
  claude: true satisfies Same<OptionsOf<'claude'>, Query<'exportClaude'>>,
  agents: true satisfies Same<OptionsOf<'agents'>, Query<'exportAgents'>>,
  notion: true satisfies Same<OptionsOf<'notion'>, Query<'exportNotion'>>,
}
