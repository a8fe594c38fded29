/** What the files say of a map, read by the forms of docs/markdown-files.md. Names and technologies stay Markdown. */
export interface MapDocument {
  title: string
  services: Service[]
  /** As in `web → api`. */
  connections: string[]
}

export interface Service {
  label: string
  tech: string
  /** Abbreviated, as in `$2.4k`; empty where the file tells none. */
  spend: string
}

export const EXPORT_NOTE = '> Architecture map, exported by Maps Service.'
const titleLine = /^# (.+)$/
const heading = /^## (.+)$/
const serviceLine =
  /^- \*\*(?<label>.+?)\*\*(?: - (?<tech>.+?))?(?: \((?<spend>-?[^ ()\d-]{1,3} ?\d+(?:\.\d+)?(?:k|E\d+)?)\))?$/
const connectionLine = /^- (?<connection>[^→]+ → [^→]+)$/

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
