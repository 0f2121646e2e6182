import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { createContext } from 'preact'
import type { Look } from '../look.ts'

export interface DiagramRequest {
  id: number
  text: string
  isDark: boolean
}

/** Without an `svg`, the text is not a diagram. */
export type DiagramAnswer = { ready: true } | { id: number; svg?: string }

export interface Diagrams {
  isDark: ReadonlySignal<boolean>
  /** Undefined if the text cannot be drawn, or not in time. */
  draw(text: string, isDark: boolean): Promise<DrawnDiagram | undefined>
}

export interface DrawnDiagram {
  src: string
  width: number
  height: number
}

/** Undefined while an answer is still being written. */
export const DiagramsContext = createContext<Diagrams | undefined>(undefined)

const FRAME = '/diagrams.html'
/** The program for diagrams is large, and a slow phone has to read it first. */
const LOAD_MS = 30_000
const DRAW_MS = 8_000
const MAX_SVG_CHARS = 3_000_000
const MAX_KEPT = 30

/** Draws one diagram after the other in a sandboxed frame, which is loaded with the first one. */
export function createDiagrams({ theme }: Pick<Look, 'theme'>): Diagrams {
  const preference = matchMedia('(prefers-color-scheme: dark)')
  const prefersDark = signal(preference.matches)
  preference.addEventListener('change', ({ matches }) => (prefersDark.value = matches))
  const kept = new Map<string, Promise<DrawnDiagram | undefined>>()
  let frame: Promise<HTMLIFrameElement> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let count = 0

  async function ask(text: string, isDark: boolean): Promise<DrawnDiagram | undefined> {
    frame ??= openFrame()
    const opened = frame
    const id = ++count
    try {
      const element = await opened
      const answer = answerFrom(element, DRAW_MS, (given) => 'id' in given && given.id === id)
      element.contentWindow?.postMessage({ id, text, isDark } satisfies DiagramRequest, '*')
      const given = await answer
      return 'svg' in given && given.svg !== undefined ? asPicture(given.svg) : undefined
    } catch {
      // It hangs, or there is none. The next diagram gets another one.
      frame = undefined
      void opened.then((element) => element.remove()).catch(() => {})
      return undefined
    }
  }

  return {
    isDark: computed(() => (theme.value === undefined ? prefersDark.value : theme.value === 'dark')),
    draw(text, isDark) {
      const key = `${isDark} ${text}`
      const known = kept.get(key)
      if (known) return known
      const drawn = last.then(() => ask(text, isDark))
      last = drawn
      kept.set(key, drawn)
      const [oldest] = kept.keys()
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
      return drawn
    },
  }
}

async function openFrame(): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe')
  frame.className = 'diagram-frame'
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.src = FRAME
  document.body.append(frame)
  try {
    await answerFrom(frame, LOAD_MS, (given) => 'ready' in given)
    return frame
  } catch (error) {
    frame.remove()
    throw error
  }
}

/** Rejects after the time. */
function answerFrom(
  frame: HTMLIFrameElement,
  waitMs: number,
  isWanted: (answer: DiagramAnswer) => boolean,
): Promise<DiagramAnswer> {
  return new Promise((resolve, reject) => {
    const receive = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.contentWindow || typeof data !== 'object' || data === null) return
      if (isWanted(data as DiagramAnswer)) end(() => resolve(data as DiagramAnswer))
    }
    const end = (settle: () => void) => {
      clearTimeout(timer)
      removeEventListener('message', receive)
      settle()
    }
    const timer = setTimeout(() => end(() => reject(new Error('no answer in time'))), waitMs)
    addEventListener('message', receive)
  })
}

/** As the source of a picture, which runs no script and loads nothing. */
function asPicture(svg: unknown): DrawnDiagram | undefined {
  if (typeof svg !== 'string' || svg.length > MAX_SVG_CHARS) return undefined
  const [, width, height] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  if (width === undefined || height === undefined) return undefined
  const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  return { src, width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) }
}
