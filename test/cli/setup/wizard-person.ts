import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openPane, type Pane } from '../../peers/machine/tmux.ts'

/** What somebody does at a question: types an answer, chooses an entry that contains these words, or waits for its end. */
export type Act = { type: string } | { choose: string } | { wait: () => void }

/** The act for each question, found by how it begins. Called again when it is asked again. */
export type Answers = Record<string, (question: Question) => Act>

export interface Question {
  text: string
  /** The question with its choices, or with what is typed already. */
  block: string
  /** All that is on the screen. */
  screen: string
}

export interface Leaving {
  /** Ctrl-C at this question, counted from 1. */
  at: number
  /** Answers it first, and leaves while the wizard works. */
  isAfter: boolean
}

export interface Sitting {
  code: number
  /** All that was ever on the screen. */
  shown: string
  asked: string[]
}

/** A question that waits for an answer is the last thing on the screen, with a corner below. */
const openQuestion = /[◆▲] {2}([^\n]*)\n(?:[│ ][^\n]*\n)*└[^\n]*$/

/** Somebody at `skein setup` in a real terminal, until it ends. */
export async function sitDown(
  command: string[],
  env: Record<string, string>,
  answers: Answers,
  leaving?: Leaving,
): Promise<Sitting> {
  const pane = openPane(command, { columns: 200, rows: 200 }, env)
  const asked: string[] = []
  try {
    for (;;) {
      const question = await nextQuestion(pane)
      if (!question) return await over(pane, asked)
      asked.push(question.text)
      const isLast = asked.length === leaving?.at
      if (!isLast || leaving?.isAfter) await act(pane, question, actFor(answers, question))
      if (!isLast) await answered(pane, question)
      else pane.press('C-c')
      if (isLast) return await over(pane, asked)
    }
  } finally {
    pane.close()
  }
}

async function over(pane: Pane, asked: string[]): Promise<Sitting> {
  await expect.poll(() => pane.exitCode() ?? pane.screen().slice(-2000)).toBeTypeOf('number')
  return { code: pane.exitCode() ?? -1, shown: pane.everything(), asked }
}

/** Undefined when the wizard has ended. */
async function nextQuestion(pane: Pane): Promise<Question | undefined> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    if (pane.exitCode() !== undefined) return undefined
    const screen = pane.screen()
    const found = openQuestion.exec(screen)
    if (found) return { text: found[1] ?? '', block: found[0], screen }
    await sleep(LOOK_MS)
  }
  throw new Error(`nothing is asked:\n${pane.screen()}`)
}

const LOOK_MS = 40
const MAX_LOOKS = 2000

function actFor(answers: Answers, question: Question): Act {
  const found = Object.entries(answers).find(([beginning]) => question.text.startsWith(beginning))
  if (!found) throw new Error(`no answer to:\n${question.screen}`)
  return found[1](question)
}

async function act(pane: Pane, question: Question, what: Act): Promise<void> {
  if ('wait' in what) return what.wait()
  if ('type' in what) {
    pane.press('C-u')
    if (what.type !== '') pane.type(what.type)
    pane.press('Enter')
    return
  }
  const { choose } = what
  if (!question.block.includes(choose)) throw new Error(`there is no "${choose}":\n${question.block}`)
  for (let step = 0; step < 12; step++) {
    const current = (await nextQuestion(pane))?.block.split('\n').find((line) => line.includes('●')) ?? ''
    // Yes and no are side by side.
    const chosen = current.includes('○') && current.includes(' / ') ? (current.match(/● (\w+)/)?.[1] ?? '') : current
    if (chosen.includes(choose)) return pane.press('Enter')
    pane.press('Down')
    await sleep(LOOK_MS)
  }
  throw new Error(`"${choose}" cannot be reached:\n${pane.screen()}`)
}

/** Waits until the question is closed, or asked once more with what is wrong. */
async function answered(pane: Pane, { block, screen }: Question): Promise<void> {
  const isOpen = () => {
    if (pane.exitCode() !== undefined) return false
    const now = pane.screen()
    const found = openQuestion.exec(now)
    if (!found) return false
    // The same question after a failure is further down.
    const isSame = found[1] === openQuestion.exec(block)?.[1] && now.split('\n').length === screen.split('\n').length
    return isSame && !(found[0].startsWith('▲') && !block.startsWith('▲'))
  }
  await expect.poll(isOpen, { timeout: 60_000 }).toBe(false)
}
