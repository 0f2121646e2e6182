import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { dayStyle } from '../../text/format.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { usageWords } from '../../words/usage-words.ts'

export interface PlottedLine {
  name: string
  /** The CSS variable with its colour. */
  colour: '--accent' | '--soft' | '--ink' | '--bad'
  bars?: boolean
  dashed?: boolean
  /** One value per day. */
  values: (number | null)[]
}

export interface PlotProps {
  title: string
  /** Days such as "2026-11-17", oldest first. */
  dates: string[]
  lines: PlottedLine[]
  /** How many days there are from one value to the next; 1 unless said otherwise. */
  daysApart?: number
  tick(value: number): string
  /** The same figures as a table. */
  children: ComponentChildren
}

const height = 180

/** A chart by day with its figures below. */
export function Plot({ title, dates, lines, daysApart = 1, tick, children }: PlotProps) {
  const words = useWords(usageWords)
  const locale = useLocale()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = box.current
    if (!place) return undefined
    let plot: uPlot | undefined
    const draw = () => {
      plot?.destroy()
      plot = new uPlot(optionsOf({ lines, daysApart, tick, place, locale }), dataOf(dates, lines), place)
    }
    // Colours are read from the style sheet, so a new theme needs a new drawing.
    const theme = matchMedia('(prefers-color-scheme: dark)')
    const themes = new MutationObserver(draw)
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    theme.addEventListener('change', draw)
    const sizes = new ResizeObserver(() => plot && plot.width !== place.clientWidth && draw())
    sizes.observe(place)
    draw()
    return () => {
      themes.disconnect()
      theme.removeEventListener('change', draw)
      sizes.disconnect()
      plot?.destroy()
    }
  }, [dates, lines, locale])

  return (
    <figure class="plot">
      <figcaption>
        <h3>{title}</h3>
        <ul class="plot-legend">
          {lines.map(({ name, colour, dashed }) => (
            <li key={name}>
              <i class={`plot-key plot${colour}${dashed ? ' dashed' : ''}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <div ref={box} class="plot-box" aria-hidden="true" />
      <details>
        <summary class="muted">{words.plots.asTable}</summary>
        {children}
      </details>
    </figure>
  )
}

function dataOf(dates: string[], lines: PlottedLine[]): uPlot.AlignedData {
  // Noon, so that the day is the same in every time zone.
  return [dates.map((date) => Date.parse(`${date}T12:00:00`) / 1000), ...lines.map(({ values }) => values)]
}

interface Drawing extends Pick<PlotProps, 'lines' | 'tick'> {
  daysApart: number
  place: HTMLElement
  locale: string
}

function optionsOf({ lines, daysApart, tick, place, locale }: Drawing): uPlot.Options {
  const colour = (name: string) => colourIn(place, name)
  const axis = { stroke: colour('--soft'), grid: { stroke: colour('--rule'), width: 1 }, ticks: { show: false } }
  const halfStep = daysApart * 43_200
  const top = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  return {
    width: place.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { range: (_, from, until) => [from - halfStep, until + halfStep] },
      y: { range: [0, top * 1.1 || 1] },
    },
    axes: [
      { ...axis, grid: { show: false }, values: (_, at) => at.map((seconds) => dayOf(seconds, locale)), space: 64 },
      { ...axis, size: 64, values: (_, at) => at.map(tick) },
    ],
    series: [
      {},
      ...lines.map(({ colour: name, bars, dashed }): uPlot.Series => {
        const stroke = colour(name)
        const style = { stroke, width: 1.5, points: { show: !bars && !dashed, size: 4, fill: stroke } }
        if (bars)
          return { ...style, fill: stroke, ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.7, 48] }) }) }
        return dashed ? { ...style, dash: [6, 4] } : { ...style, spanGaps: true }
      }),
    ],
  }
}

/** The value of a CSS colour in the current theme. */
function colourIn(place: HTMLElement, name: string): string {
  place.style.color = `var(${name})`
  return getComputedStyle(place).color
}

function dayOf(seconds: number, locale: string): string {
  return new Date(seconds * 1000).toLocaleDateString(locale, dayStyle(seconds * 1000))
}
