/** Bull Board's page has buttons and pictures without names for screen readers, and no heading. */

/** Names of buttons by their icons. Others get the icon's own name. */
const names = {
  'arrow-up-down': 'Change priority',
  'ellipsis-vertical': 'Actions',
  files: 'Duplicate',
  maximize: 'Full screen',
  pencil: 'Update data',
  settings: 'Settings',
  trash2: 'Remove',
}

function nameOf(button) {
  const icon = /lucide-([\w-]+)/.exec(button.querySelector('svg')?.getAttribute('class') ?? '')?.[1] ?? 'Redis'
  return names[icon] ?? icon.replaceAll('-', ' ')
}

function nameControls() {
  for (const button of document.querySelectorAll('button')) {
    const text = button.innerText.trim()
    if (!text && !button.title) button.ariaLabel ??= nameOf(button)
    // A person who speaks the visible text must reach the button.
    else if (button.ariaLabel?.includes(text) === false) button.ariaLabel = `${text}: ${button.ariaLabel}`
  }
  for (const icon of document.querySelectorAll('svg[role=img]')) icon.ariaHidden = 'true'
  for (const heading of document.querySelectorAll('main :is(h2, h3, h4, h5, h6)')) heading.ariaLevel = '2'
  const logo = document.querySelector('header img')
  if (!logo) return
  // The title beside the logo says the same.
  logo.alt = ''
  logo.nextElementSibling.role = 'heading'
  logo.nextElementSibling.ariaLevel = '1'
}

new MutationObserver(nameControls).observe(document.body, { childList: true, subtree: true })
nameControls()
