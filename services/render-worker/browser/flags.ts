/**
 * Flags that leave Chromium without a network, even where request interception does not (WebSocket, WebRTC, popups,
 * prefetch): no name resolves, every connection goes to a proxy that is not there, loopback included.
 */
export const networkFlags = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]

/** Flags that switch off all that painting does not need. Chromium reads only one `--disable-features`. */
const flags = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  '--disable-features=Translate,AcceptCHFrame,MediaRouter,OptimizationHints,DialMediaRouteProvider,CertificateTransparencyComponentUpdater',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
  // Small /dev/shm of containers would crash pages; a GPU that is not there costs time at every start.
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // The same picture on every machine.
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--lang=en-US',
]

/** The command line of Chromium. @param profile the folder that it may write */
export function chromiumFlags(profile: string, isSandboxed: boolean): string[] {
  const sandbox = isSandboxed ? [] : ['--no-sandbox']
  return [...networkFlags, ...flags, ...sandbox, `--user-data-dir=${profile}`, 'about:blank']
}
