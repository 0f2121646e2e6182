/** "1,080 tokens", "1 message". */
export function count(amount: number, what: string): string {
  return countIn('en', amount, what, `${what}s`)
}

export function countIn(locale: string, amount: number, one: string, many: string): string {
  return `${number(amount, locale)} ${amount === 1 ? one : many}`
}

export function number(amount: number, locale: string): string {
  return amount.toLocaleString(locale)
}

/** "50 %". */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** "$1.75", "1,75 $" in German; with more places for what is less than a cent. */
export function dollars(usd: number, places: number, locale: string): string {
  const said = fixed(usd, places, locale)
  return locale.startsWith('de') ? `${said} $` : `$${said}`
}

/** "1.8 s". */
export function seconds(ms: number, locale: string): string {
  return `${fixed(ms / 1000, 1, locale)} s`
}

function fixed(amount: number, places: number, locale: string): string {
  return amount.toLocaleString(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    useGrouping: false,
  })
}
