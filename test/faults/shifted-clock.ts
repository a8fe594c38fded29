/** Loaded into a service before its program: has its clock go ahead of the machine's by `CLOCK_AHEAD_MS`, or behind. */
const ahead = Number(process.env['CLOCK_AHEAD_MS'])
const machineTime = Date.now.bind(Date)

globalThis.Date = new Proxy(Date, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [machineTime() + ahead], newTarget),
})
Date.now = () => machineTime() + ahead
