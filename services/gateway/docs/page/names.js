/** Swagger UI leaves some controls without a name, and some headings at a level of their own. */

/** Names the page's controls for screen readers, with those that Swagger UI adds later. */
export function nameControls(root) {
  const name = () => {
    for (const field of root.querySelectorAll('input, select, textarea')) field.ariaLabel ??= nameOf(field)
    for (const heading of root.querySelectorAll('h3, h4, h5')) heading.ariaLevel = heading.tagName[1] - 1
    for (const picture of root.querySelectorAll('img')) picture.alt ||= 'The response'
    for (const table of root.querySelectorAll('table[role=region]'))
      table.ariaLabel ??= `Responses of ${operationOf(table)}`
    for (const box of root.querySelectorAll('pre')) box.tabIndex = 0
  }
  new MutationObserver(name).observe(root, { childList: true, subtree: true })
}

function operationOf(element) {
  return element.closest('.opblock').id.split('-').at(-1)
}

function nameOf(field) {
  const parameter = field.closest('tr[data-param-name]')?.dataset.paramName
  if (parameter) return parameter
  return field.tagName === 'TEXTAREA' ? 'Body' : 'Media type'
}
