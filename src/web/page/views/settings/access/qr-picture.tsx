import type { QrCode } from '../../../wire/people-wire.ts'

export function QrPicture({ qr: { size, path }, name }: { qr: QrCode; name: string }) {
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
