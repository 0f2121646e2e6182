import { safeName } from '../../lib/text/safe-name.ts'

/** The header that names a download: plain for old readers (RFC 6266), whole for the others (RFC 8187). */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = safeName(name)
  const plain = safe.replace(/[^\x20-\x7e]|[%\\"]/g, '_')
  const whole = encodeURIComponent(safe).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}
