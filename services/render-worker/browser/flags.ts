/**
 * Flags that cut Chromium off from the network, also for requests that interception misses (WebSocket, WebRTC, popups,
 * prefetch): no host name resolves, and every connection, even to loopback, goes to a missing proxy.
 */
export const networkFlags = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]

/** Flags that disable what painting does not need. Chromium reads only one `--disable-features`. */
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
  // A small /dev/shm, as in containers, crashes pages. A missing GPU delays every start.
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // Makes pictures identical on all machines.
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--lang=en-US',
]

/** The arguments of Chromium. @param profile its user data directory */
export function chromiumFlags(profile: string, isSandboxed: boolean): string[] {
  const sandbox = isSandboxed ? [] : ['--no-sandbox']
  return [...networkFlags, ...flags, ...sandbox, `--user-data-dir=${profile}`, 'about:blank']
}
