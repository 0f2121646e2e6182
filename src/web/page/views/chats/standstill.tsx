import { hrefOf, type PageAddress } from '../../address.ts'
import { clockOf } from '../../text/format.ts'
import type { ThreadLine, WireStandstill } from '../../wire/wire.ts'
import { standstillWords } from '../../words/chats/chat-words.ts'
import { useLocale, useText, useWords } from '../../words/language.ts'
import { PressOnce } from '../buttons.tsx'
import { stepPlaces } from './first-run/first-steps.ts'

interface BannerProps {
  standstill: WireStandstill | undefined
  /** The newest line of the open chat. If it says the same, the banner does not repeat it. */
  newest: ThreadLine | undefined
  tryNow(brain: string): void
}

/** What keeps every message from being answered, with what can be done about it. */
export function StandstillBanner({ standstill, newest, tryNow }: BannerProps) {
  const words = useWords(standstillWords)
  const locale = useLocale()
  const textOf = useText()
  if (!standstill || (standstill.kind === 'model' && newest && offersRetry(newest))) return null
  const { kind } = standstill
  return (
    <div id="banner" class="banner" role="status">
      <span dir="auto">
        {kind === 'model' ? words.model(textOf(standstill.why), nextTry(standstill.until, words, locale)) : words[kind]}
      </span>
      <span class="banner-acts">
        <CureLink standstill={standstill} />
        {kind === 'model' && (
          <PressOnce
            label={words.tryNow}
            about={words.tryNowAbout(standstill.brain)}
            press={() => tryNow(standstill.brain)}
          />
        )}
      </span>
    </div>
  )
}

/** Whether this line says that there is no answer, with a button for another attempt. */
export function offersRetry(line: ThreadLine): boolean {
  return line.author === 'bot' && (line.buttons ?? []).some(({ data }) => data.startsWith('retry '))
}

/** Leads to where it can be mended. */
export function CureLink({ standstill }: { standstill: WireStandstill }) {
  const words = useWords(standstillWords)
  return (
    <a class="cure-link" href={hrefOf(cures[standstill.kind])}>
      {words.cures[standstill.kind]}
    </a>
  )
}

const cures: Record<WireStandstill['kind'], PageAddress> = {
  model: { view: 'settings', part: stepPlaces.brain },
  disk: { view: 'health' },
  crashes: { view: 'health' },
}

function nextTry(until: number, words: (typeof standstillWords)['en'], locale: string): string {
  return until > Date.now() ? words.triedAt(clockOf(until, locale)) : words.triedNext
}
