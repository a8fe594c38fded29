/**
 * Preloaded into a service with `--import`: sets its clock ahead of the machine's by `CLOCK_AHEAD_MS`, which may be negative.
 * Each SIGUSR2 moves the clock by `CLOCK_JUMP_MS`.
 */
let aheadMs = Number(process.env['CLOCK_AHEAD_MS'])
const machineTime = Date.now.bind(Date)

globalThis.Date = new Proxy(Date, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [machineTime() + aheadMs], newTarget),
})
Date.now = () => machineTime() + aheadMs
process.on('SIGUSR2', () => (aheadMs += Number(process.env['CLOCK_JUMP_MS'])))
