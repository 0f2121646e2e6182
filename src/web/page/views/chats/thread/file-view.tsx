import { sizeInWords } from '../../../text/size.ts'
import type { Line, LineFile } from '../../../wire/wire.ts'
import { lineWords } from '../../../words/chats/line-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'

/** What hangs on a line: pictures to look at, other files to download. Nothing when nothing does. */
export function Files({ id, files = [] }: Pick<Line, 'id' | 'files'>) {
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
      <span class="muted">{sizeInWords(bytes, useLocale())}</span>
    </span>
  )
}

function OneFile({ file: { name, bytes, picture }, href }: { file: LineFile; href: string }) {
  if (picture) {
    return (
      <a class="picture" href={href} target="_blank" rel="noopener" title={name}>
        <img src={href} alt={name} loading="lazy" />
      </a>
    )
  }
  return (
    <a class="file" href={href} download={name}>
      <Chip name={name} bytes={bytes} />
    </a>
  )
}
