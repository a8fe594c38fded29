/** Where a client sends its requests, as whom, and how often. */
export interface ClientSettings {
  /** Address of the API; ends in `/api/v1`. */
  baseUrl: string
  /** A workspace token. */
  token: string
  /** Sends the requests, in place of the platform's own `fetch`. */
  fetch?: typeof globalThis.fetch
  /** Further attempts after a failure that may pass: no connection, 429, 502, 503, 504; 3 where it is not set, 0 for none. */
  retries?: number
}

/** What every call takes besides its own options. */
export interface CallOptions {
  /** Ends the call, its waits between attempts included, with the signal's reason. */
  signal?: AbortSignal | undefined
}

/** The maps of a workspace. Every method rejects with a `MapsError`, or with the reason of its signal. */
export interface MapsClient {
  /** The maps, the latest update first, fetched a page at a time as they are needed; with `fields`, only these of each map. */
  list(options?: ListOptions & { fields?: undefined }): AsyncGenerator<ArchitectureMap, void, undefined>
  list<const Field extends MapField>(
    options: ListOptions & { fields: readonly Field[] },
  ): AsyncGenerator<MapSummary<Field>, void, undefined>

  /** @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<VersionedMap>

  /** Makes a map, once, however many attempts it takes. */
  create(map: NewMap, options?: CreateOptions): Promise<VersionedMap>

  /**
   * Changes the fields given; `nodes` and `edges` replace the stored lists whole. Given a map (or its `id` and `etag`), it is changed only
   * while it is at that version; given an id alone, at any.
   * @throws PreconditionFailedError where the map has changed since
   */
  update(map: string | MapVersion, change: MapChange, options?: CallOptions): Promise<VersionedMap>

  /**
   * Deletes a map for good. Given a map (or its `id` and `etag`), only while it is at that version; given an id alone, at any.
   * @throws PreconditionFailedError where the map has changed since
   */
  delete(map: string | MapVersion, options?: CallOptions): Promise<void>

  /** Downloads a map as a file. */
  export<Format extends ExportFormat>(
    id: string,
    format: Format,
    options?: ExportOptions[Format],
  ): Promise<ExportedFile>

  /** The picture of a map as SVG, which shows what the PNG shows; its dots move. */
  svg(id: string, options?: SvgOptions): Promise<string>

  /** The same file as it arrives; once it has begun, a failure is not retried but breaks the stream. */
  exportStream<Format extends ExportFormat>(
    id: string,
    format: Format,
    options?: ExportOptions[Format],
  ): Promise<ExportStream>
}

/** Which maps are listed, and what of them. */
export interface ListOptions extends CallOptions {
  /** The fields that are needed. A public map whose `isPublic` is asked for has a `shareUrl`, too. */
  fields?: readonly MapField[] | undefined
  /** Only maps whose name contains this text, in upper or lower case. */
  q?: string | undefined
  /** Maps to fetch at a time, 1 to 1,000; 100 where it is not set. */
  pageSize?: number | undefined
}

/** How a map is created. */
export interface CreateOptions extends CallOptions {
  /** Names the request: sent again within 24 hours, it makes no second map. A random one where it is not set. */
  idempotencyKey?: string | undefined
}

/** A service of the map. Fields that are not set do not appear. */
export interface MapNode {
  /** Stable key; edges reference it. */
  id: string
  label?: string | undefined
  tech?: string | undefined
  /** Monthly cost. */
  spend?: number | undefined
  /** Of `spend`; USD where it is not set. */
  currency?: 'USD' | 'EUR' | 'GBP' | 'JPY' | 'CNY' | 'CAD' | 'AUD' | 'CHF' | 'INR' | 'SGD' | undefined
  billing?: ('seat' | 'team' | 'usage' | 'flat')[] | undefined
  /** Canvas position in px. */
  x?: number | undefined
  y?: number | undefined
}

/** A connection of the map. Fields that are not set do not appear. Colours are hex, rgb(), hsl() or named. */
export interface MapEdge {
  source: string
  target: string
  line?: 'bezier' | 'smoothstep' | 'step' | 'straight' | undefined
  /** At most 120 characters. */
  label?: string | undefined
  labelColor?: string | undefined
  /** 6 to 48 px. */
  labelSize?: number | undefined
  labelFont?: 'sketch' | 'sans' | 'mono' | undefined
  arrow?: 'none' | 'end' | 'both' | undefined
  color?: string | undefined
  dotColor?: string | undefined
  animated?: boolean | undefined
  dashed?: boolean | undefined
}

/** A map as the API answers it. */
export interface ArchitectureMap {
  id: string
  workspaceId?: string
  name: string
  isPublic: boolean
  nodes: MapNode[]
  edges: MapEdge[]
  /** ISO 8601. */
  createdAt: string
  /** ISO 8601. */
  updatedAt: string
}

/** A map at the version it was read at. */
export interface VersionedMap extends ArchitectureMap {
  /** Names the version. */
  etag: string
  /** Address of the page of a public map. */
  shareUrl?: string
}

/** A version of a map, as `get`, `create` and `update` answer it. */
export type MapVersion = Pick<VersionedMap, 'id' | 'etag'>

/** The name of a field that a list can be asked for. */
export type MapField = keyof ArchitectureMap

/** The fields of a map that were asked for. */
export type MapSummary<Field extends MapField> = Pick<ArchitectureMap, Field> &
  ('isPublic' extends Field
    ? {
        /** Address of the page of a public map. */
        shareUrl?: string
      }
    : unknown)

/** A map to be created: nodes and edges are empty and it is private where they are not set. */
export interface NewMap {
  name: string
  nodes?: readonly MapNode[] | undefined
  edges?: readonly MapEdge[] | undefined
  isPublic?: boolean | undefined
}

/** The fields of a map that are to change; those that are not set stay. */
export type MapChange = { [Field in keyof NewMap]?: NewMap[Field] | undefined }

/** A format that a map can be downloaded as. */
export type ExportFormat = keyof ExportOptions

/** What each format takes. */
export interface ExportOptions {
  png: PngOptions
  markdown: MarkdownOptions
  claude: GuideOptions
  agents: GuideOptions
  figma: CallOptions
  notion: NotionOptions
}

/** What a picture shows. */
interface PictureOptions extends CallOptions {
  /** A colour, or `transparent`; the theme's own where it is not set. */
  background?: string | undefined
  /** Whether cards show the marks of their technologies; `true` where it is not set. */
  icons?: boolean | undefined
  /** Fonts of the labels of edges: `own` where it is not set, or `sans` for all in that of the small text of cards. */
  labels?: 'own' | 'sans' | undefined
  /** Whether the picture says what its colours mean, where it has two or more; `true` where it is not set. */
  legend?: boolean | undefined
  /** Space around the drawing in canvas px, 0 to 400; 48 where it is not set. */
  padding?: number | undefined
  /** Whether the name of the map, what it costs and how much it holds stand above it; `true` where it is not set. */
  title?: boolean | undefined
}

/** Options of the picture as SVG. */
export interface SvgOptions extends PictureOptions {
  /** `light` where it is not set; with `auto`, that of where the picture is shown. */
  theme?: 'light' | 'dark' | 'auto' | undefined
}

/** Options of the `png` export. */
export interface PngOptions extends PictureOptions {
  /** Picture pixels per canvas px, 1 to 4; 2 where neither this nor a width is set. */
  scale?: number | undefined
  /** Width of the picture in pixels, 100 to 8,000, instead of a scale. */
  width?: number | undefined
  /** Greatest width of the picture in pixels, 100 to 8,000: one that would be wider gets a smaller scale. */
  maxWidth?: number | undefined
  /** Greatest height of the picture in pixels, 100 to 8,000, in the same way. */
  maxHeight?: number | undefined
  /** Greatest size of the file, 100,000 to 8,388,608 bytes, in the same way; such a picture does not carry its map. */
  maxBytes?: number | undefined
  /** `light` where it is not set. */
  theme?: 'light' | 'dark' | undefined
  /** Height of the picture in pixels, 100 to 8,000, beside its width: the drawing stands in the middle. */
  height?: number | undefined
}

/** Options of the `markdown` export. */
export interface MarkdownOptions extends CallOptions {
  /** Whether a table tells what edges say. */
  connections?: boolean | undefined
}

/** Options of the `claude` and `agents` exports. */
export interface GuideOptions extends CallOptions {
  /** Whether it stays under 150 lines. */
  compact?: boolean | undefined
  /** Whether it tells what services cost; `true` where it is not set. */
  costs?: boolean | undefined
}

/** Options of the `notion` export. */
export interface NotionOptions extends CallOptions {
  /** Which part of a large map, from 1 on. */
  part?: number | undefined
  /** Page that the new page goes under. */
  parent?: string | undefined
  /** Data source that the new page goes into. */
  dataSource?: string | undefined
}

/** What an export is, besides its bytes. */
export interface FileFacts {
  format: ExportFormat
  contentType: string
  /** A name to save the file under. */
  fileName: string
  /** A hash of the bytes. */
  etag: string | undefined
  /** The scale of a picture whose width was asked for, or that would have been too large at the scale asked for. */
  scale?: number
  /** The part of a `notion` export that comes next. */
  nextPart?: number
}

/** An export that has arrived whole. */
export interface ExportedFile extends FileFacts {
  bytes: Uint8Array
}

/** An export that is arriving. */
export interface ExportStream extends FileFacts {
  stream: ReadableStream<Uint8Array>
}
