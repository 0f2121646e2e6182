/** "1,080 tokens", "1 message". */
export function count(amount: number, what: string): string {
  return `${number(amount)} ${what}${amount === 1 ? '' : 's'}`
}

export function number(amount: number): string {
  return amount.toLocaleString('en')
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
