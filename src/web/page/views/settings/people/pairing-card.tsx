import { useLayoutEffect, useRef } from 'preact/hooks'
import { clockOf } from '../../../text/date.ts'
import type { Pairing, QrCode } from '../../../wire/people-wire.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { peopleWords } from '../../../words/settings/people-words.ts'

/** A code to be brought to the bot: in words, and for the camera of a phone. It is shown once. */
export function PairingCard({ pairing, close }: { pairing: Pairing; close(): void }) {
  const words = useWords(peopleWords)
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => card.current?.focus(), [])
  const { code, role, link, expiresAt, qr } = pairing
  return (
    <div ref={card} class="pairing" role="group" tabIndex={-1} aria-label={words.codeFor[role]}>
      <div>
        <h3>{words.codeFor[role]}</h3>
        <p class="pairing-code">{code}</p>
        <p>{words.send(code)}</p>
        <p>{words.once(clockOf(expiresAt, useLocale()))}</p>
        <p>{link === undefined ? words.scanCode : words.scanLink}</p>
        <div class="row-acts">
          {link !== undefined && (
            <a class="quiet" href={link} target="_blank" rel="noreferrer">
              {words.open}
            </a>
          )}
          <button type="button" class="quiet" onClick={close}>
            {words.done}
          </button>
        </div>
      </div>
      <Picture qr={qr} name={words.picture} />
    </div>
  )
}

function Picture({ qr: { size, path }, name }: { qr: QrCode; name: string }) {
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
