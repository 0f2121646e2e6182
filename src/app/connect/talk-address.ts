import { UsageError } from '../../domain/errors.ts'
import { isLoopback } from '../../lib/http/web-address.ts'

/** Pages of a Nextcloud that people have open when they copy its address. */
const pages = /\/(?:index\.php|apps|call|login|settings|s|f)(?:\/.*|$)/

/** The address of a server, however a person writes it: without https, or as a page of it stands in a browser. */
export function serverAddress(typed: string): string {
  const text = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (text === '' || !URL.canParse(address))
    throw new UsageError('That is not the address of a server. Copy it from your browser: https://cloud.example.org.')
  const { protocol, username, password, origin, pathname } = new URL(address)
  if (username !== '' || password !== '')
    throw new UsageError('Leave the name and the password out of the address; there is a question or a file for them.')
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(address)))
    throw new UsageError(
      'The address must begin with https, so that nobody can read the password. http works only for this machine.',
    )
  return origin + pathname.replace(pages, '').replace(/(?<!\/)\/+$/, '')
}
