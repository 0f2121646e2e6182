import { useLayoutEffect, useRef } from 'preact/hooks'
import { clockOf } from '../../../text/format.ts'
import { CopyButton } from '../../../text/text-controls.tsx'
import type { SignInLink } from '../../../wire/people-wire.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { deviceWords } from '../../../words/settings/device-words.ts'
import { QrPicture } from './qr-picture.tsx'

export interface SignInCardProps {
  made: SignInLink
  title: string
  /** Whose link it is, if it is somebody else's. */
  name?: string
  close(): void
}

/** A sign-in link as text and QR code. It is shown once. */
export function SignInCard({ made, title, name, close }: SignInCardProps) {
  const words = useWords(deviceWords)
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => card.current?.focus(), [])
  const until = clockOf(made.expiresAt, useLocale())
  return (
    <div ref={card} class="pairing" role="group" tabIndex={-1} aria-label={title}>
      <div>
        <h4>{title}</h4>
        <p>{words.scan}</p>
        <p>{name === undefined ? words.until(until) : words.untilFor(name, until)}</p>
        <p>{made.isEncrypted ? words.encrypted : words.notEncrypted}</p>
        <p class="sign-in-link">
          <code>{made.link}</code> <CopyButton text={made.link} of={words.thisLink} />
        </p>
        <div class="row-acts">
          <button type="button" class="quiet" onClick={close}>
            {words.done}
          </button>
        </div>
      </div>
      <QrPicture qr={made.qr} name={words.picture} />
    </div>
  )
}
