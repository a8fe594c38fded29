/** A text export, parsed by the line forms of docs/markdown-files.md. Labels and technologies stay Markdown. */
export interface MapDocument {
  title: string
  services: Service[]
  /** As in `web → api`. */
  connections: string[]
}

/** A service as the file tells it. */
export interface Service {
  label: string
  tech: string
  /** Abbreviated, as in `$2.4k`; empty where the file tells none. */
  spend: string
}

/** The line by which a file is known as an export. */
export const EXPORT_NOTE = '> Architecture map, exported by Maps Service.'
const titleLine = /^# (.+)$/
const heading = /^## (.+)$/
const serviceLine =
  /^- \*\*(?<label>.+?)\*\*(?: - (?<tech>.+?))?(?: \((?<spend>-?[^ ()\d-]{1,3} ?\d+(?:\.\d+)?(?:k|E\d+)?)\))?$/
const connectionLine = /^- (?<connection>[^→]+ → [^→]+)$/

/** Reads title, services and connections from a `claude`, `agents` or `markdown` export. */
export function readDocument(text: string): MapDocument {
  const document: MapDocument = { title: '', services: [], connections: [] }
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
