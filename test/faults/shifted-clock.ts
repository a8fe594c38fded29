/**
 * Loaded into a service before its program: has its clock go ahead of the machine's by `CLOCK_AHEAD_MS`, or behind, and jump
 * by `CLOCK_JUMP_MS` at each SIGUSR2.
 */
let ahead = Number(process.env['CLOCK_AHEAD_MS'])
const machineTime = Date.now.bind(Date)

globalThis.Date = new Proxy(Date, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [machineTime() + ahead], newTarget),
})
Date.now = () => machineTime() + ahead
process.on('SIGUSR2', () => (ahead += Number(process.env['CLOCK_JUMP_MS'])))
