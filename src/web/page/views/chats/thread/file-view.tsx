import type { Line, LineFile } from '../../../wire.ts'

/** What hangs on a line: pictures to look at, other files to download. Nothing when nothing does. */
export function Files({ id, files = [] }: Pick<Line, 'id' | 'files'>) {
  if (files.length === 0) return null
  return (
    <ul class="files" aria-label="Files">
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
      <span class="muted">{sizeInWords(bytes)}</span>
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

function sizeInWords(bytes: number): string {
  const units = [bytes === 1 ? 'byte' : 'bytes', 'KB', 'MB']
  const step = Math.min(2, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  return `${Math.round((bytes / 1024 ** step) * 10) / 10} ${units[step]}`
}
