/** A parsed text export; docs/markdown-files.md describes its lines. Labels and technologies are Markdown source. */
export interface MapDocument {
  text: string
  title: string
  services: Service[]
  /** Source and target of each connection, as in `web → api`. */
  connections: string[]
}

/** A service in the file's list of services. */
export interface Service {
  label: string
  tech: string
  /** Abbreviated monthly cost, as in `$2.4k`; empty if the file has none. */
  spend: string
}

/** The line that identifies a file as an export. */
export const EXPORT_NOTE = '> Architecture map, exported by Maps Service.'
const titleLine = /^# (.+)$/
const heading = /^## (.+)$/
const serviceLine =
  /^- \*\*(?<label>.+?)\*\*(?: - (?<tech>.+?))?(?: \((?<spend>-?[^ ()\d-]{1,3} ?\d+(?:\.\d+)?(?:k|E\d+)?)\))?$/
const connectionLine = /^- (?<connection>[^→]+ → [^→]+)$/

/** Reads title, services and connections from a `claude`, `agents` or `markdown` export. */
export function readDocument(text: string): MapDocument {
  const document: MapDocument = { text, title: '', services: [], connections: [] }
  let section = ''
  for (const line of text.split(/\r?\n/)) {
    if (section === '') document.title ||= titleLine.exec(line)?.[1] ?? ''
    section = heading.exec(line)?.[1] ?? section
    const service = section === 'Services' ? serviceLine.exec(line)?.groups : undefined
    const connection = section === 'Dependencies' ? connectionLine.exec(line)?.groups : undefined
    if (service) {
      const { label = '', tech = '', spend = '' } = service
      document.services.push({ label, tech, spend })
    }
    if (connection) document.connections.push(connection['connection']!)
  }
  return document
}
