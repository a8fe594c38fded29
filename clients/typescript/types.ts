/** Settings of a client. */
export interface ClientSettings {
  /** Address of the API; ends in `/api/v1`. */
  baseUrl: string
  /** A workspace token. */
  token: string
  /** Replaces the platform's `fetch`. */
  fetch?: typeof globalThis.fetch
  /** Maximum number of retries after a transient failure: no connection, 429, 502, 503 or 504. Default: 3. */
  retries?: number
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, also while it waits for a retry. The call rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

/** Client for the maps of a workspace. Every method rejects with a `MapsError`, or with the reason of its signal. */
export interface MapsClient {
  /** Lists the maps, latest update first. Fetches each page when it is needed. With `fields`, each map has only these fields. */
  list(options?: ListOptions & { fields?: undefined }): AsyncGenerator<ArchitectureMap, void, undefined>
  list<const Field extends MapField>(
    options: ListOptions & { fields: readonly Field[] },
  ): AsyncGenerator<MapSummary<Field>, void, undefined>

  /** Fetches a map. @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<VersionedMap>

  /** Fetches a map if it has another version by now; undefined if it has not. @throws NotFoundError */
  getIfChanged(map: MapVersion, options?: CallOptions): Promise<VersionedMap | undefined>

  /** Creates a map. Retries create no second map. */
  create(map: NewMap, options?: CreateOptions): Promise<VersionedMap>

  /**
   * Changes the given fields; `nodes` and `edges` replace the stored lists. A map, or its `id` and `etag`, restricts the
   * change to that version. An id alone changes any version.
   * @throws PreconditionFailedError if the map has another version
   */
  update(map: string | MapVersion, change: MapChange, options?: UpdateOptions): Promise<VersionedMap>

  /**
   * Deletes a map permanently. A map, or its `id` and `etag`, restricts this to that version. An id alone deletes any version.
   * @throws PreconditionFailedError if the map has another version
   */
  delete(map: string | MapVersion, options?: CallOptions): Promise<void>

  /** Lists the versions of a map that are kept, newest first, the current one included. Fetches each page when it is needed. @throws NotFoundError */
  revisions(id: string, options?: RevisionOptions): AsyncGenerator<Revision, void, undefined>

  /** Fetches a map as it was at a version. @throws NotFoundError, whose `detail` names the versions next to one that is not kept */
  revision(id: string, version: number, options?: CallOptions): Promise<ArchitectureMap>

  /** Fetches where pictures of a map show its services. @throws NotFoundError */
  layout(id: string, options?: CallOptions): Promise<Layout>

  /**
   * Pins the layout of a map: its services stay where they are in pictures when it changes. A map, or its `id` and `etag`, restricts
   * this to that version of the map; a layout's `etag` also to that pin. An id alone pins any version.
   * @throws PreconditionFailedError if the map has another version or pin
   */
  pin(map: string | MapVersion, options?: PinOptions): Promise<void>

  /** Unpins the layout of a map, in the same way. @throws PreconditionFailedError if the map has another version or pin */
  unpin(map: string | MapVersion, options?: CallOptions): Promise<void>

  /**
   * Compares a version of a map with an older one, or with another map; by default the current version with the one before.
   * @throws NotFoundError, whose `detail` names the versions next to one that is not kept
   */
  diff(id: string, options?: VersionOptions): Promise<MapDiff>

  /** Downloads what `diff` finds as a file: Markdown for a pull request, or a picture. @throws NotFoundError as `diff` does */
  diffFile<Format extends DiffFormat>(
    id: string,
    format: Format,
    options?: DiffOptions[Format],
  ): Promise<ExportedFile<Format>>

  /** Downloads a map as a file. */
  export<Format extends ExportFormat>(
    id: string,
    format: Format,
    options?: ExportOptions[Format],
  ): Promise<ExportedFile>

  /** Downloads the picture of a map as SVG text. It shows the same as the PNG, with moving dots. */
  svg(id: string, options?: SvgOptions): Promise<string>

  /** Draws a map that is not stored: a picture of it, and nothing else, is made. A read-only token may draw, too. */
  preview<Format extends 'svg' | 'png'>(
    map: NewMap,
    format: Format,
    options?: ExportOptions[Format],
  ): Promise<ExportedFile>

  /** Fetches a part of a map, or all of it, as data. */
  view(id: string, options?: ViewOptions): Promise<MapView>

  /** Downloads a map as a stream. A failure after the start of the stream breaks it, without a retry. */
  exportStream<Format extends ExportFormat>(
    id: string,
    format: Format,
    options?: ExportOptions[Format],
  ): Promise<ExportStream>

  /** Fetches the workspace of the token: its plan, limits and usage, and what the token may do. */
  workspace(options?: CallOptions): Promise<Workspace>
}

/** Options of `list`. */
export interface ListOptions extends CallOptions {
  /** Fields of each map; all if unset. With `isPublic`, a public map also has a `shareUrl`. */
  fields?: readonly MapField[] | undefined
  /** Lists only the maps whose name contains this text, ignoring case. */
  q?: string | undefined
  /** Maps per page, 1 to 1,000. Default: 100. */
  pageSize?: number | undefined
}

/** Options of `revisions`. */
export interface RevisionOptions extends CallOptions {
  /** Versions per page, 1 to 1,000. Default: 100. */
  pageSize?: number | undefined
}

/** Options of `pin`. */
export interface PinOptions extends CallOptions {
  /** Positions to pin. Default: those that pictures use now. */
  nodes?: readonly Position[] | undefined
}

/** Options that select the two maps to compare. */
export interface VersionOptions extends CallOptions {
  /** The older version. Default: the version before `to` that is kept; with `base`, the current version of that map. */
  from?: number | undefined
  /** The newer version. Default: the current one. */
  to?: number | undefined
  /** Id of another map, to which `from` then belongs. */
  base?: string | undefined
}

/** Options of `update`. */
export interface UpdateOptions extends CallOptions {
  /** Why, in up to 200 characters: the version is then kept. */
  note?: string | undefined
}

/** Options of `create`. */
export interface CreateOptions extends UpdateOptions {
  /** Identifies the request: repeated within 24 hours, it creates no second map. Default: a random key. */
  idempotencyKey?: string | undefined
}

/** A service of a map. The API omits unset fields. */
export interface MapNode {
  /** Stable key, which edges refer to. */
  id: string
  label?: string | undefined
  tech?: string | undefined
  /** Monthly cost, in `currency`. */
  spend?: number | undefined
  /** Currency of `spend`. Default: USD. */
  currency?: 'USD' | 'EUR' | 'GBP' | 'JPY' | 'CNY' | 'CAD' | 'AUD' | 'CHF' | 'INR' | 'SGD' | undefined
  billing?: ('seat' | 'team' | 'usage' | 'flat')[] | undefined
  /** Position on the canvas in px, as is `y`. */
  x?: number | undefined
  y?: number | undefined
}

/** A connection of a map. The API omits unset fields. Colours are hex, rgb(), hsl() or named. */
export interface MapEdge {
  source: string
  target: string
  line?: 'bezier' | 'smoothstep' | 'step' | 'straight' | undefined
  /** Text of at most 120 characters. */
  label?: string | undefined
  labelColor?: string | undefined
  /** Font size of the label, 6 to 48 px. */
  labelSize?: number | undefined
  labelFont?: 'sketch' | 'sans' | 'mono' | undefined
  arrow?: 'none' | 'end' | 'both' | undefined
  color?: string | undefined
  dotColor?: string | undefined
  animated?: boolean | undefined
  dashed?: boolean | undefined
}

/** A map as the API returns it. */
export interface ArchitectureMap {
  id: string
  workspaceId?: string
  name: string
  isPublic: boolean
  nodes: MapNode[]
  edges: MapEdge[]
  /** Time of creation, in ISO 8601. */
  createdAt: string
  /** Time of the last update, in ISO 8601. */
  updatedAt: string
}

/** A part of a map. */
export interface MapView {
  id: string
  name: string
  updatedAt: string
  /** What it shows, as in "View of 9 of 140 services: around Orders, 1 step". */
  description: string
  nodes: (MapNode & {
    /** Monthly costs of collapsed services in other currencies. */
    furtherCosts?: { amount: number; currency: NonNullable<MapNode['currency']> }[]
  })[]
  edges: MapEdge[]
  /** Numbers of connections between nodes and what the focus leaves out, to and from each node. */
  leaving: { id: string; in: number; out: number }[]
}

/** A map with its version. */
export interface VersionedMap extends ArchitectureMap {
  /** Identifies the version; empty if a proxy has removed the header `ETag`. */
  etag: string
  /** Address of the page of a public map. */
  shareUrl?: string
}

/** A version of a map, as `get`, `create` and `update` return it. */
export type MapVersion = Pick<VersionedMap, 'id' | 'etag'>

/** A version of a map, without its content. */
export interface Revision {
  /** The number in the `etag` that the map had. */
  version: number
  /** Time of the version, in ISO 8601. */
  createdAt: string
  note?: string
  /** Name of the token that made it, if that is known. */
  token?: string
  nodeCount: number
  edgeCount: number
}

/** The place of a service in pictures. */
export interface Position {
  /** Id of a service, or of an end of an edge that no node has. */
  id: string
  /** Top left corner of its card on the canvas in px. */
  x: number
  y: number
  /** Least size of its card in px. */
  width?: number
  height?: number
}

/** The places of services in pictures of a map. */
export interface Layout {
  /** Version of the map: the number in its `etag`. */
  version: number
  /** Whether services keep their places when the map changes. */
  isPinned: boolean
  nodes: Position[]
  /** Identifies version, pin and positions; empty if a proxy has removed the header `ETag`. */
  etag: string
}

/** A field that differs between two maps. `from` or `to` is missing if the field is not set on that side. */
export interface FieldChange {
  field: string
  from?: unknown
  to?: unknown
}

/** What differs from one map to another. Edges follow renamed nodes. */
export interface MapDiff {
  /** Id of the older map, if it is another one. */
  base?: string
  /** The older version. */
  from: number
  /** The newer version. */
  to: number
  name?: { from: string; to: string }
  nodes: {
    added: MapNode[]
    removed: MapNode[]
    /** Nodes that have another id. */
    renamed: { from: string; to: string }[]
    changed: { id: string; changes: FieldChange[] }[]
  }
  edges: { added: MapEdge[]; removed: MapEdge[]; changed: { edge: MapEdge; changes: FieldChange[] }[] }
  /** Costs per month, where they differ. */
  costs: { currency: NonNullable<MapNode['currency']>; from: number; to: number }[]
  /** Number of elements at another position or in another order. */
  moved: number
}

/** Name of a field that `list` can select. */
export type MapField = keyof ArchitectureMap

/** The selected fields of a map. */
export type MapSummary<Field extends MapField> = Pick<ArchitectureMap, Field> &
  ('isPublic' extends Field
    ? {
        /** Address of the page of a public map. */
        shareUrl?: string
      }
    : unknown)

/** A map to create. Defaults: no nodes, no edges, private. */
export interface NewMap {
  name: string
  nodes?: readonly MapNode[] | undefined
  edges?: readonly MapEdge[] | undefined
  isPublic?: boolean | undefined
}

/** New values of a map's fields. Unset fields stay unchanged. */
export type MapChange = { [Field in keyof NewMap]?: NewMap[Field] | undefined }

/** A format of exported files. */
export type ExportFormat = keyof ExportOptions

/** A format that plans name. Each other file belongs to one of these. */
export type PlanFormat = 'png' | 'markdown' | 'claude' | 'agents' | 'figma' | 'notion'

/** Options of each export format. */
export interface ExportOptions {
  png: PngOptions
  svg: SvgOptions
  markdown: MarkdownOptions
  claude: GuideOptions
  agents: GuideOptions
  figma: FigmaOptions
  notion: NotionOptions
  mermaid: CallOptions
  excalidraw: CallOptions
  view: ViewOptions
}

/** Options that select a part of a map. The file says what it shows. */
export interface ViewOptions extends CallOptions {
  /**
   * Ids of services, joined by commas: the file shows what is around them. In an id, a backslash stands before a comma, an asterisk or a
   * backslash.
   */
  focus?: string | undefined
  /** Connections between the focus and a service, 1 to 5. Default: 1. */
  depth?: number | undefined
  /** Whether the view follows connections from the focus `down`, `up` to callers, or `both` ways. Default: `both`. */
  direction?: 'both' | 'up' | 'down' | undefined
  /** Ids of services to leave out, joined by commas; `*` stands for any letters. */
  hide?: string | undefined
  /** Prefixes of ids, joined by commas: the services of each become one. */
  collapse?: string | undefined
}

/** A format of files that tell what differs between two maps. */
export type DiffFormat = keyof DiffOptions

/** Options of each format of differences. */
export interface DiffOptions {
  'diff.md': VersionOptions
  'diff.svg': VersionOptions & Pick<SvgOptions, 'theme' | ShownInDiffs>
  'diff.png': VersionOptions &
    Pick<PngOptions, 'theme' | 'scale' | 'width' | 'height' | 'maxWidth' | 'maxHeight' | ShownInDiffs>
}

/** Options of pictures that pictures of differences have too. */
type ShownInDiffs = 'background' | 'icons' | 'legend' | 'padding' | 'title'

/** What the services in a zone share. */
type Groups = 'none' | 'prefix' | 'role'

/** Options of the `figma` export. */
export interface FigmaOptions extends ViewOptions {
  /** Sections around services whose ids share a prefix, or that have one role; `none` by default. */
  groups?: Groups | undefined
}

/** Options of all pictures. */
interface PictureOptions extends ViewOptions {
  /** A colour, or `transparent`. Default: the theme's colour. */
  background?: string | undefined
  /** Number of callers, 2 to 1,000, from which a service that calls none is a mark on their cards instead of lines. Default: none. */
  chips?: number | undefined
  /**
   * Costs as amounts, or also as bars, with sums by kind of service in the legend. `none` omits them, also from the map in a PNG.
   * Default: `amounts`.
   */
  costs?: 'amounts' | 'bars' | 'none' | undefined
  /** Zones around services whose ids share a prefix, or that have one role; `none` by default. */
  groups?: Groups | undefined
  /** Whether cards show the logos of their technologies. Default: `true`. */
  icons?: boolean | undefined
  /** Fonts of edge labels: the font of each edge (`own`), or the font of the cards' small text (`sans`). Default: `own`. */
  labels?: 'own' | 'sans' | undefined
  /** Whether the picture has a legend of its colours, if it has two or more. Default: `true`. */
  legend?: boolean | undefined
  /** Space around the drawing in canvas px, 0 to 400. Default: 48. */
  padding?: number | undefined
  /** Whether the name, costs and size of the map are above the drawing. Default: `true`. */
  title?: boolean | undefined
}

/** Options of the picture as SVG. */
export interface SvgOptions extends PictureOptions {
  /** Theme of the picture; `auto` follows the colour scheme of the viewer. Default: `light`. */
  theme?: 'light' | 'dark' | 'auto' | undefined
}

/** Options of the `png` export. */
export interface PngOptions extends PictureOptions {
  /** Picture pixels per canvas px, 1 to 4. Default without a `width`: 2. */
  scale?: number | undefined
  /** Width of the picture in pixels, 100 to 8,000. Replaces `scale`. */
  width?: number | undefined
  /** Maximum width of the picture in pixels, 100 to 8,000. A wider picture is scaled down. */
  maxWidth?: number | undefined
  /** Maximum height of the picture in pixels, 100 to 8,000. A higher picture is scaled down. */
  maxHeight?: number | undefined
  /** Maximum size of the file, 100,000 to 8,388,608 bytes. A larger picture is scaled down. With this option, the file does not contain its map. */
  maxBytes?: number | undefined
  /** Theme of the picture. Default: `light`. */
  theme?: 'light' | 'dark' | undefined
  /** Height of the picture in pixels, 100 to 8,000; requires `width`. The drawing is centred. */
  height?: number | undefined
}

/** Options of the `markdown` export. */
export interface MarkdownOptions extends ViewOptions {
  /** Whether the file has a table of the edges' labels and styles. */
  connections?: boolean | undefined
}

/** Options of the `claude` and `agents` exports. */
export interface GuideOptions extends ViewOptions {
  /** Whether the file has fewer than 150 lines. */
  compact?: boolean | undefined
  /** Whether the file contains costs. Default: `true`. */
  costs?: boolean | undefined
  /** Maximum number of tokens, 500 to 50,000, by estimate. The services near the focus come first; the rest is counted. */
  maxTokens?: number | undefined
  /** Version of the map, as in `v12` or `12`, that the agent has read: the file has only what changed since. */
  since?: string | undefined
}

/** Options of the `notion` export. */
export interface NotionOptions extends CallOptions {
  /** Number of the part of a large map, from 1. */
  part?: number | undefined
  /** Id of the parent of the new page. */
  parent?: string | undefined
  /** Id of the data source for the new page. */
  dataSource?: string | undefined
}

/** Facts about an exported file. */
export interface FileFacts<Format extends ExportFormat | DiffFormat = ExportFormat> {
  format: Format
  contentType: string
  /** Suggested name of the file. */
  fileName: string
  /** Hash of the bytes. */
  etag: string | undefined
  /** Scale of a picture, if its size was requested or limited, or if the requested scale was too large. */
  scale?: number
  /** Number of the next part of a `notion` export. */
  nextPart?: number
}

/** A completely downloaded export. */
export interface ExportedFile<Format extends ExportFormat | DiffFormat = ExportFormat> extends FileFacts<Format> {
  bytes: Uint8Array
}

/** An export whose bytes arrive as a stream. */
export interface ExportStream extends FileFacts {
  stream: ReadableStream<Uint8Array>
}

/** A workspace, as one of its tokens sees it. */
export interface Workspace {
  id: string
  name: string
  plan: 'free' | 'pro'
  /** The limits of its plan. */
  limits: {
    maps: number
    /** Bytes of nodes, edges and pinned positions, as JSON, of all maps. */
    storedBytes: number
    /** Earlier versions that are kept of a map. */
    revisions: number
    /** Bytes of nodes and edges of all earlier versions. */
    revisionBytes: number
    /** Nodes of a map. */
    nodes: number
    /** Formats that the plan includes. */
    formats: PlanFormat[]
    requestsPerMinute: number
    /** Exports that wait or render at a time. */
    exportsInFlight: number
  }
  /** What it holds of these limits. */
  usage: { maps: number; storedBytes: number; revisions: number; revisionBytes: number }
  token: {
    name: string
    /** Whether the token may not create, change or delete. */
    isReadOnly: boolean
    /** Time of expiry, in ISO 8601; unset for a token that never expires. */
    expiresAt?: string
  }
}
