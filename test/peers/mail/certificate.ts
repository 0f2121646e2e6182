import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Certificate {
  cert: string
  key: string
  certFile: string
}

/** Made for this test, for loopback, and signed by nobody but itself. */
export function makeCertificate(dir: string): Certificate {
  const [certFile, keyFile] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:127.0.0.2']
  const made = spawnSync('openssl', [...kind, ...names, '-out', certFile, '-keyout', keyFile], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`)
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8'), certFile }
}
