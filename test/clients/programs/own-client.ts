import type * as client from '../../../clients/typescript/index.ts'
import type { components, operations } from './openapi-typescript.ts'

/** Whether two types are assignable to each other and have the same keys. */
type Same<One, Other> = Both<Plain<One>, Plain<Other>>
type Both<One, Other> = [One, keyof One] extends [Other, keyof Other]
  ? [Other, keyof Other] extends [One, keyof One]
    ? true
    : false
  : false

/** A type with mutable lists. */
type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T

type OptionsOf<Format extends client.ExportFormat> = Omit<client.ExportOptions[Format], 'signal'>
type FormatOf<Operation> = Operation extends `export${infer Format}` ? Uncapitalize<Format> : never
type Schemas = components['schemas']
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>
type Body<Operation extends 'createMap' | 'updateMap' | 'previewMap'> =
  operations[Operation]['requestBody']['content']['application/json']

/** Compares the handwritten types of our own client with the types generated from the OpenAPI document. */
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
  revision: true satisfies Same<client.Revision, Schemas['Revision']>,
  layout: true satisfies Same<Omit<client.Layout, 'etag'>, Schemas['Layout']>,
  position: true satisfies Same<client.Position, Schemas['Position']>,
  diff: true satisfies Same<client.MapDiff, Schemas['Diff']>,
  diffVersions: true satisfies Same<Omit<client.VersionOptions, 'signal'>, Query<'getDiff'>>,
  diffMarkdown: true satisfies Same<Omit<client.DiffOptions['diff.md'], 'signal'>, Query<'getDiffMarkdown'>>,
  diffSvg: true satisfies Same<Omit<client.DiffOptions['diff.svg'], 'signal'>, Query<'getDiffSvg'>>,
  diffPng: true satisfies Same<Omit<client.DiffOptions['diff.png'], 'signal'>, Query<'getDiffPng'>>,
  workspace: true satisfies Same<client.Workspace, Schemas['Workspace']>,
  preview: true satisfies Same<client.NewMap, Body<'previewMap'>>,
  previewOptions: true satisfies Same<
    Omit<client.PngOptions & client.SvgOptions, 'signal' | 'theme'> & Pick<client.SvgOptions, 'theme'>,
    Query<'previewMap'>
  >,
  formats: true satisfies Same<client.PlanFormat, FormatOf<keyof operations>>,
  png: true satisfies Same<OptionsOf<'png'>, Query<'exportPng'>>,
  svg: true satisfies Same<Omit<client.SvgOptions, 'signal'>, Query<'getSvgPicture'>>,
  markdown: true satisfies Same<OptionsOf<'markdown'>, Query<'exportMarkdown'>>,
  claude: true satisfies Same<OptionsOf<'claude'>, Query<'exportClaude'>>,
  agents: true satisfies Same<OptionsOf<'agents'>, Query<'exportAgents'>>,
  figma: true satisfies Same<OptionsOf<'figma'>, Query<'exportFigma'>>,
  view: true satisfies Same<OptionsOf<'view'>, Query<'getView'>>,
  mapView: true satisfies Same<client.MapView, Schemas['View']>,
  notion: true satisfies Same<OptionsOf<'notion'>, Query<'exportNotion'>>,
}
