import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** An authority made for one test, which nobody else knows. */
export interface Authority {
  /** Its own certificate. */
  file: string
  /** A certificate for a server of this address, and its key. */
  sign(address: string): { certFile: string; keyFile: string }
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

export function makeAuthority(dir: string, name: string): Authority {
  const at = (file: string) => join(dir, `${name}-${file}`)
  const [file, key] = [at('authority.pem'), at('authority.key')]
  openssl('req', '-x509', ...newKey, '-days', '30', '-subj', `/CN=${name}`, '-keyout', key, '-out', file)
  return {
    file,
    sign(address) {
      const [certFile, keyFile, request] = [at('server.pem'), at('server.key'), at('server.csr')]
      const names = ['-subj', '/CN=redis', '-addext', `subjectAltName=${address}`]
      openssl('req', ...newKey, ...names, '-keyout', keyFile, '-out', request)
      const ca = ['-CA', file, '-CAkey', key, '-copy_extensions', 'copyall']
      openssl('x509', '-req', '-in', request, ...ca, '-days', '30', '-out', certFile)
      return { certFile, keyFile }
    },
  }
}

function openssl(...args: string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`)
}
