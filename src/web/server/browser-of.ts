/** Which browser somebody came with, in names of ours alone: nothing that a browser says of itself is kept. */
export interface SeenBrowser {
  browser: string | null
  system: string | null
}

// The first that is found counts: most call themselves by the names of others too.
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\b(?:Linux|X11)\b/],
] as const

/** No browser says more of itself. */
const most = 500

export function browserOf(userAgent: string | undefined): SeenBrowser {
  const said = (userAgent ?? '').slice(0, most)
  const find = (known: typeof browsers | typeof systems) => known.find(([, mark]) => mark.test(said))?.[0] ?? null
  return { browser: find(browsers), system: find(systems) }
}
