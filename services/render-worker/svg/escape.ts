/** Control characters and lone surrogates, which XML cannot contain. */
// oxlint-disable-next-line no-control-regex
const invalid = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu
const special = /[&<>"\t\n\r]/g
const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for an XML element, or for an attribute in double quotes. Characters that XML cannot contain become U+FFFD. */
export function escapeXml(text: string): string {
  return text.replaceAll(invalid, '\ufffd').replaceAll(special, (it) => references[it] ?? `&#${it.charCodeAt(0)};`)
}
