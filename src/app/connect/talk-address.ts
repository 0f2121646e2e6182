import { UsageError } from '../../domain/errors.ts'
import { isLoopback } from '../../lib/http/web-address.ts'

/** Pages of a Nextcloud that people have open when they copy its address. */
const pages = /\/(?:index\.php|apps|call|login|settings|s|f)(?:\/.*|$)/

/** The address of a server, however a person writes it: without https, or as a page of it stands in a browser. */
export function serverAddress(typed: string): string {
  const text = typed.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (text === '' || !URL.canParse(address))
    throw new UsageError(
      'That is no address of a server; give it as it stands in your browser: https://cloud.example.org.',
    )
  const { protocol, username, password, origin, pathname } = new URL(address)
  if (username !== '' || password !== '')
    throw new UsageError('Leave the name and the password out of the address; there is a question or a file for them.')
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(address)))
    throw new UsageError(
      'The address must begin with https, or everybody on the way could read the password; http does for this machine alone.',
    )
  return origin + pathname.replace(pages, '').replace(/(?<!\/)\/+$/, '')
}
