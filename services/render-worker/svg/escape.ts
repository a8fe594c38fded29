/** Control characters and lone surrogates, which XML cannot hold. */
// oxlint-disable-next-line no-control-regex
const impossible = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu
const special = /[&<>"\t\n\r]/g
const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it stands in an element of XML or in an attribute, between double quotes. What XML cannot have becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text.replaceAll(impossible, '\ufffd').replaceAll(special, (it) => references[it] ?? `&#${it.charCodeAt(0)};`)
}
