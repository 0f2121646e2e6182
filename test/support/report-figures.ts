import { appendFileSync } from 'node:fs'

/** What a test counted or measured, such as `{ lost: 0, kills: 1000 }`. */
export type Figures = Record<string, number | string>

/** Prints the figures of a test. `npm run proof` also collects them, in the file that SKEIN_FIGURES names. */
export function reportFigures(name: string, figures: Figures): void {
  console.log(
    `${name}: ${Object.entries(figures)
      .map(([key, value]) => `${key} ${value}`)
      .join(' / ')}`,
  )
  const file = process.env.SKEIN_FIGURES
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, figures })}\n`)
}
