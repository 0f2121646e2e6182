import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { formatSize } from '../../../text/format.ts'
import type { LineFile, ThreadLine } from '../../../wire/wire.ts'
import { attachmentWords } from '../../../words/chats/compose-words.ts'
import { lineWords } from '../../../words/chats/thread-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import type { ComposerAttachment, ComposerAttachments } from '../compose/attachments.ts'

/** The files of a line: pictures are shown, other files can be downloaded. */
export function LineFiles({ id, files = [] }: Pick<ThreadLine, 'id' | 'files'>) {
  const words = useWords(lineWords)
  if (files.length === 0) return null
  const isAlbum = files.filter(({ picture }) => picture).length > 1
  return (
    <ul class={isAlbum ? 'files album' : 'files'} aria-label={words.files}>
      {files.map((file, seq) => (
        <li key={seq}>
          <OneFile file={file} href={`/api/files/${id}/${seq}`} />
        </li>
      ))}
    </ul>
  )
}

/** "photo.png, 42 KB" as a chip. */
export function Chip({ name, bytes }: { name: string; bytes: number }) {
  return (
    <span class="chip">
      <span class="name" dir="auto">
        {name}
      </span>
      <span class="muted">{formatSize(bytes, useLocale())}</span>
    </span>
  )
}

function OneFile({ file: { name, bytes, picture, sound }, href }: { file: LineFile; href: string }) {
  if (picture) {
    return (
      <a class="picture" href={href} target="_blank" rel="noopener" title={name}>
        <img src={href} alt={name} loading="lazy" onLoad={({ currentTarget }) => fitSmall(currentTarget)} />
      </a>
    )
  }
  return (
    <>
      {sound && <PlayButton name={name} href={href} />}
      <a class="file" href={href} download={name}>
        <Chip name={name} bytes={bytes} />
      </a>
    </>
  )
}

/** Plays a recording. It is loaded when somebody wants to hear it. */
function PlayButton({ name, href }: { name: string; href: string }) {
  const words = useWords(lineWords)
  const audio = useRef<HTMLAudioElement>(null)
  const isPlaying = useSignal(false)
  const hasFailed = useSignal(false)
  const label = isPlaying.value ? words.pause(name) : words.play(name)
  return (
    <>
      <audio
        ref={audio}
        src={href}
        preload="none"
        onPlay={() => {
          isPlaying.value = true
        }}
        onPause={() => {
          isPlaying.value = false
        }}
      />
      <button
        type="button"
        class="play"
        aria-label={label}
        title={label}
        onClick={() => {
          if (isPlaying.value) return audio.current?.pause()
          hasFailed.value = false
          audio.current?.play().catch((error: DOMException) => {
            // A pause while it is loaded is no failure.
            hasFailed.value = error.name !== 'AbortError'
          })
        }}
      >
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path d={isPlaying.value ? 'M7 5h3v14H7zM14 5h3v14h-3z' : 'M8 5l11 7-11 7z'} />
        </svg>
      </button>
      {hasFailed.value && <span role="status">{words.cannotPlay}</span>}
    </>
  )
}

/** A picture that is smaller than its place is shown at its own size. */
function fitSmall(picture: HTMLImageElement): void {
  const { naturalWidth, naturalHeight, clientWidth, clientHeight } = picture
  if (naturalWidth < clientWidth && naturalHeight < clientHeight) picture.classList.add('small')
}

/** The attachments of the message being written. */
export function AttachmentList({ attachments, removed }: { attachments: ComposerAttachments; removed: () => void }) {
  const words = useWords(attachmentWords)
  return (
    <ul id="tray" class="tray" aria-label={words.files} hidden={attachments.items.value.length === 0}>
      {attachments.items.value.map((item) => (
        <Item
          key={item.id}
          item={item}
          remove={() => {
            attachments.remove(item)
            removed()
          }}
        />
      ))}
    </ul>
  )
}

function Item({ item, remove }: { item: ComposerAttachment; remove: () => void }) {
  const words = useWords(attachmentWords)
  const { name, bytes, preview, share, stored, problem } = item
  return (
    <li class={problem === undefined ? 'item' : 'item bad'}>
      {preview && <img src={preview} alt="" />}
      <Chip name={name} bytes={bytes} />
      {share !== undefined && !stored && problem === undefined && (
        <progress max={1} value={share} aria-label={words.sending(name)} />
      )}
      {problem !== undefined && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
      <button type="button" class="remove" aria-label={words.removeOne(name)} title={words.remove} onClick={remove}>
        ×
      </button>
    </li>
  )
}
