/** The script of the documentation page, around Swagger UI. */
import { nameControls } from './names.js'
import { showPictures } from './pictures.js'
import { resolveReferences } from './references.js'

/** Key of the token in the session storage: kept until the tab is closed, and for no other tab. */
const KEPT_TOKEN = 'maps-service-token'
const API = new URL('../api/v1', document.baseURI).href
const LISTED_MAPS = 100

const [token, map, state] = ['token', 'map', 'state'].map((id) => document.getElementById(id))
/** Maps that were made on this page: no other one is filled in where it would be changed or deleted. */
const madeHere = new Set()

const ui = window.SwaggerUIBundle({
  url: `${API}/openapi.json`,
  dom_id: '#swagger-ui',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  plugins: [{ components: { DeepLink: ({ text }) => text } }, showPictures, resolveReferences],
  onComplete: useToken,
  responseInterceptor(response) {
    // Without this, a file that is named for saving is a link, and its content is not shown.
    delete response.headers['content-disposition']
    if (response.status === 201) offerMaps([response.body.map], { areMadeHere: true })
    if (response.body?.deleted) withdrawMap(response.body.id)
    return response
  },
})

nameControls(document.getElementById('swagger-ui'))
token.value = sessionStorage.getItem(KEPT_TOKEN) ?? ''
token.addEventListener('change', () => void useToken())
map.addEventListener('change', fillInMap)
document.getElementById('access').addEventListener('submit', (event) => event.preventDefault())

/** Number of the token that was entered last. */
let turn = 0

/** Forgets the token before, and uses that in the field, if there is one. */
async function useToken() {
  const own = ++turn
  const value = token.value.trim()
  sessionStorage.setItem(KEPT_TOKEN, value)
  if (ui.authSelectors.authorized().size > 0) ui.authActions.logout(['workspaceToken'])
  map.replaceChildren()
  offerMaps([])
  state.value = ''
  if (!value) return
  ui.preauthorizeApiKey('workspaceToken', value)
  const { maps = [], detail } = await listMaps(value).catch(() => ({ detail: 'The maps cannot be listed with this.' }))
  if (own !== turn) return
  offerMaps(maps)
  state.value =
    detail ?? (maps.length > 0 ? 'Open a call and press Execute.' : 'The workspace has no map yet: create one.')
}

async function listMaps(value) {
  const headers = { Authorization: `Bearer ${value}` }
  const response = await fetch(`${API}/maps?fields=id,name&limit=${LISTED_MAPS}`, { headers })
  return response.json()
}

/** Adds maps to those that can be chosen, and chooses the first of them. */
function offerMaps(maps, { areMadeHere = false } = {}) {
  map.prepend(...maps.map(({ id, name }) => new Option(name, id)))
  map.selectedIndex = 0
  map.disabled = map.length === 0
  if (areMadeHere) for (const { id } of maps) madeHere.add(id)
  fillInMap()
}

function withdrawMap(id) {
  for (const option of [...map.options]) if (option.value === id) option.remove()
  map.disabled = map.length === 0
  fillInMap()
}

/** Writes the id of the chosen map wherever a call takes one. */
function fillInMap() {
  const { paths } = ui.specSelectors.specJson().toJS()
  const taking = Object.entries(paths ?? {}).filter(([path]) => path.includes('{id}'))
  for (const [path, operations] of taking) {
    for (const method of Object.keys(operations)) {
      const id = method === 'get' || madeHere.has(map.value) ? map.value : ''
      ui.specActions.changeParam([path, method], 'id', 'path', id, false)
    }
  }
}
