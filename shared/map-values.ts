/** The currencies of a spend, by their ISO 4217 codes. */
export const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'CAD', 'AUD', 'CHF', 'INR', 'SGD'] as const
/** The ways in which a service is paid for. */
export const billingKinds = ['seat', 'team', 'usage', 'flat'] as const
/** The shapes of the line of an edge. */
export const lineKinds = ['bezier', 'smoothstep', 'step', 'straight'] as const
/** The fonts of the label of an edge. */
export const labelFonts = ['sketch', 'sans', 'mono'] as const
/** The choices of an edge's arrowheads. */
export const arrowKinds = ['none', 'end', 'both'] as const

/** Defaults of node fields that are not set. */
export const nodeDefaults = { currency: 'USD' } as const

/** Defaults of edge fields that are not set. `color` and `dotColor` derive from their surroundings. */
export const edgeDefaults = {
  line: 'bezier',
  labelSize: 10,
  labelFont: 'sketch',
  arrow: 'end',
  animated: true,
  dashed: false,
} as const

/** The signs between the ends of an edge in a text, by its arrowheads. */
export const arrowSigns = { none: '–', end: '→', both: '↔' } as const satisfies Record<
  (typeof arrowKinds)[number],
  string
>
