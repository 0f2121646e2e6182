import type { ChatId } from '../../../domain/ids.ts'
import type { Progress } from '../../../domain/task.ts'
import { createWaker, sleep, type Waker } from '../../../lib/time/timers.ts'
import { truncateStart } from '../outbound.ts'
import { renderMarkdown } from '../send/markdown-entities.ts'
import { joinStyled, type StyledText } from '../send/styled-text.ts'
import type { AnswerDisplay, ShownAnswer } from './answer-display.ts'

interface Live extends ShownAnswer {
  display: AnswerDisplay
  text: string
  tool: string
  /** Something changed since the last drawing. */
  isNew: boolean
  waker: Waker
  end(): void
}

export interface AnswerDrafts {
  show(progress: Progress): void
  /** Call this before the answer of a task is sent. Ends its draft and returns the message to write the answer into. */
  claim(task: number): Promise<number | undefined>
  close(): void
}

/** Shows answers while they are written. Nothing is stored and nobody waits for it, so a lost drawing does no harm. */
export function createAnswerDrafts(
  displayFor: (chat: ChatId) => AnswerDisplay,
  failed: (error: unknown) => void,
): AnswerDrafts {
  /** By task, because the answer of one task may still be on its way when the next task of the lane starts. */
  const liveAnswers = new Map<number, Live>()

  function begin({ chat, lane, task, messages }: Extract<Progress, { kind: 'state' }>): void {
    liveAnswers.get(task)?.end()
    const stop = new AbortController()
    const prefix = `topic:${chat}:`
    const live: Live = {
      chat,
      lane,
      task,
      ...(lane.startsWith(prefix) ? { topic: Number(lane.slice(prefix.length)) } : {}),
      trigger: messages[0],
      signal: stop.signal,
      display: displayFor(chat),
      text: '',
      tool: '',
      isNew: false,
      waker: createWaker(),
      end: () => stop.abort(),
    }
    liveAnswers.delete(task)
    liveAnswers.set(task, live)
    run(live).catch(failed)
  }

  function settle(live: Live, hasAnswer: boolean): void {
    live.end()
    if (!hasAnswer) leave(live)
  }

  function leave(live: Live): void {
    liveAnswers.delete(live.task)
    live.display.leave(live, 'gone').catch(failed)
  }

  return {
    show(progress) {
      const live = liveAnswers.get(progress.task)
      const isLive = live !== undefined && !live.signal.aborted
      switch (progress.kind) {
        case 'state':
          if (progress.state === 'running' && !isLive) begin(progress)
          else if (isLive && progress.state !== 'running' && progress.state !== 'leased')
            settle(live, progress.state === 'answered' || progress.kept === true)
          return
        case 'draft':
          if (isLive) Object.assign(live, { text: progress.text, tool: '', isNew: true })
          break
        case 'tool':
          if (isLive) Object.assign(live, { tool: progress.line, isNew: true })
          break
        case 'settled':
        case 'thought':
          return
      }
      live?.waker.wake()
    },
    async claim(task) {
      const live = liveAnswers.get(task)
      if (!live) return undefined
      live.end()
      // Answers of a lane are sent in order, so an earlier draft that was not claimed yet never will be.
      for (const otherAnswer of liveAnswers.values()) {
        if (otherAnswer === live) break
        if (otherAnswer.lane === live.lane) leave(otherAnswer)
      }
      liveAnswers.delete(task)
      return await live.display.leave(live, 'final')
    },
    close() {
      for (const live of liveAnswers.values()) live.end()
      liveAnswers.clear()
    },
  }
}

/** Always draws the newest state and skips those in between. */
async function run(live: Live): Promise<void> {
  while (!live.signal.aborted) {
    live.isNew = false
    if (!(await live.display.draw(live, renderLive(live)))) return
    const { gapMs, refreshMs } = live.display.pace()
    await sleep(gapMs, live.signal)
    if (!live.isNew) await live.waker.wait(Math.max(0, refreshMs - gapMs), live.signal)
  }
}

function renderText({ text }: Live): StyledText {
  return text.trim() === '' ? { text: '', entities: [] } : renderMarkdown(text)
}

function renderLive(live: Live): StyledText {
  const { tool } = live
  const text = renderText(live)
  if (tool === '') return truncateStart(text)
  const line: StyledText = { text: tool, entities: [{ type: 'italic', offset: 0, length: tool.length }] }
  return truncateStart(text.text === '' ? line : joinStyled([text, { text: '\n\n', entities: [] }, line]))
}
