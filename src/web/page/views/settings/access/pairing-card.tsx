import { useLayoutEffect, useRef } from 'preact/hooks'
import { clockOf } from '../../../text/format.ts'
import type { Pairing } from '../../../wire/people-wire.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { peopleWords } from '../../../words/settings/people-words.ts'
import { QrPicture } from './qr-picture.tsx'

/** A pairing code as text and QR code. It is shown once. */
export function PairingCard({ pairing, close }: { pairing: Pairing; close(): void }) {
  const words = useWords(peopleWords)
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => card.current?.focus(), [])
  const { code, role, link, expiresAt, qr } = pairing
  return (
    <div ref={card} class="pairing" role="group" tabIndex={-1} aria-label={words.codeFor[role]}>
      <div>
        <h4>{words.codeFor[role]}</h4>
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
      <QrPicture qr={qr} name={words.picture} />
    </div>
  )
}
