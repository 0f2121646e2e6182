import { above, post } from '../post.ts'
import { keyOf, signed, zone } from '../signing.ts'
import { ana, type Genuine, received } from './mail.ts'

const gmailHops = [
  'Delivered-To: skein@gmail.com',
  'Received: by 2002:a05:6a10:d8a5:b0:5f1:aa:bb with SMTP id x5csp1234; Mon, 16 Nov 2026 03:59:31 -0800 (PST)',
  'X-Received: by 2002:a17:906:8f0d:: with SMTP id hr13mr1; Mon, 16 Nov 2026 03:59:31 -0800 (PST)',
  'ARC-Authentication-Results: i=1; mx.google.com; dkim=pass header.i=@example.org; dmarc=pass header.from=example.org',
  'Return-Path: <ana@example.org>',
  'Received: from out.example.org (out.example.org. [198.51.100.7])\r\n        by mx.google.com with ESMTPS id a1-2si.67.2026 for <skein@gmail.com>;\r\n        Mon, 16 Nov 2026 03:59:31 -0800 (PST)',
  'Received-SPF: pass (google.com: domain of ana@example.org designates 198.51.100.7 as permitted sender) client-ip=198.51.100.7;',
]

function gmail(results: string): string[] {
  return [...gmailHops, `Authentication-Results: mx.google.com;\r\n       ${results.replaceAll('; ', ';\r\n       ')}`]
}

/** What servers write, each in its own way. */
const stampedBy: { what: string; id: string; lines: string[]; from?: string; address?: string }[] = [
  {
    what: 'Gmail',
    id: 'mx.google.com',
    lines: gmail(
      'dkim=pass header.i=@example.org header.s=s1 header.b=Ab/9+x=1; spf=pass (google.com: domain of ana@example.org designates 198.51.100.7 as permitted sender) smtp.mailfrom=ana@example.org; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.org',
    ),
  },
  {
    what: 'Gmail, of a sender without a policy',
    id: 'mx.google.com',
    lines: gmail(
      'dkim=pass header.i=@example.org header.s=s1 header.b=Ab9x; spf=neutral (google.com: 198.51.100.7 is neither permitted nor denied by best guess record) smtp.mailfrom=ana@example.org',
    ),
  },
  {
    what: 'Gmail, after a returned path with equals signs in it',
    id: 'mx.google.com',
    lines: gmail(
      'dkim=pass header.i=@example.org header.s=s1 header.b="Ab/9"; arc=pass (i=1 spf=pass spfdomain=example.org dkim=pass dkdomain=example.org dmarc=pass fromdomain=example.org); spf=pass smtp.mailfrom=b+skein=gmail.com@out.example.org; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.org; dara=pass header.i=@gmail.com',
    ),
  },
  {
    what: 'Microsoft 365 behind a name of its own',
    id: 'mx.microsoft.com',
    lines: [
      'Received: from AM0PR01.eurprd01.prod.outlook.com (2603:10a6::1) by DB7PR01.eurprd01.prod.outlook.com with HTTPS; Mon, 16 Nov 2026 11:59:40 +0000',
      'Received: from DU2P.eurprd04.prod.outlook.com (2603:10a6::2) by AM0PR01.eurprd01.prod.outlook.com (2603:10a6::1) with Microsoft SMTP Server (version=TLS1_2) id 15.20; Mon, 16 Nov 2026 11:59:39 +0000',
      'Authentication-Results: mx.microsoft.com 1; spf=pass (sender ip is 198.51.100.7) smtp.rcpttodomain=home.example smtp.mailfrom=example.org; dmarc=pass (p=none sp=none pct=100) action=none header.from=example.org; dkim=pass (signature was verified) header.d=example.org; compauth=pass reason=100',
    ],
  },
  {
    what: 'Fastmail',
    id: 'mx6.messagingengine.com',
    lines: [
      'Received: from phl-compute-01.internal (phl-compute-01.phl.internal [10.202.2.41])\r\n\tby sloti39d1t06 (Cyrus 3.13.0-alpha0) with LMTPA;\r\n\tMon, 16 Nov 2026 06:59:33 -0500',
      'X-Cyrus-Session-Id: sloti39d1t06-1',
      'Received: from phl-mx-06 ([10.202.2.205])\r\n  by phl-compute-01.internal (MEProxy); Mon, 16 Nov 2026 06:59:33 -0500',
      'ARC-Authentication-Results: i=1; mx6.messagingengine.com; dmarc=pass',
      'Authentication-Results: mx6.messagingengine.com;\r\n    arc=none (no signatures found);\r\n    bimi=skipped (DMARC Policy is not at enforcement);\r\n    dkim=pass (2048-bit rsa key sha256) header.d=example.org header.i=@example.org\r\n    header.b=pT2kkGqa header.a=rsa-sha256 header.s=s1;\r\n    dmarc=pass policy.published-domain-policy=none\r\n    policy.applied-disposition=none policy.evaluated-disposition=none\r\n    (p=none,d=none,d.eval=none) policy.policy-from=p header.from=example.org;\r\n    iprev=pass smtp.remote-ip=198.51.100.7 (out.example.org);\r\n    spf=pass smtp.mailfrom=ana@example.org smtp.helo=out.example.org;\r\n    x-ptr=pass smtp.helo=out.example.org policy.ptr=out.example.org',
      received('mailmx.phl.internal'),
    ],
  },
  {
    what: 'rspamd before Postfix',
    id: 'mail.home.example',
    lines: [
      'Return-Path: <ana@example.org>',
      'Delivered-To: skein@home.example',
      'Received: from mail.home.example ([127.0.0.1])\r\n\tby mail.home.example with LMTP id 6KxyA1 (envelope-from <ana@example.org>)\r\n\tfor <skein@home.example>; Mon, 16 Nov 2026 12:59:31 +0100',
      received('mail.home.example (Postfix)'),
      'Authentication-Results: mail.home.example;\r\n\tdkim=pass header.d=example.org header.s=s1 header.b=Q1w2e3r4;\r\n\tspf=pass (mail.home.example: domain of ana@example.org designates 198.51.100.7 as permitted sender) smtp.mailfrom=ana@example.org;\r\n\tdmarc=pass (policy=quarantine) header.from=example.org',
    ],
  },
  {
    what: 'OpenDKIM and OpenDMARC, a block each',
    id: 'mail.home.example',
    lines: [
      received('mail.home.example (Postfix)'),
      'Authentication-Results: mail.home.example; dmarc=pass (p=none dis=none) header.from=example.org',
      'Authentication-Results: mail.home.example; spf=pass smtp.mailfrom=example.org',
      'DKIM-Filter: OpenDKIM Filter v2.11.0 mail.home.example 4Xyz',
      'Authentication-Results: mail.home.example;\r\n\tdkim=pass (2048-bit key; unprotected) header.d=example.org header.i=@example.org header.a=rsa-sha256 header.s=s1 header.b="Ab+/Cd12";\r\n\tdkim-atps=neutral',
    ],
  },
  {
    what: 'Exim',
    id: 'mx.home.example',
    lines: [
      'Authentication-Results: mx.home.example;\r\n\tiprev=pass (out.example.org) smtp.remote-ip=198.51.100.7;\r\n\tspf=pass smtp.mailfrom=example.org;\r\n\tdkim=pass header.d=example.org header.s=s1 header.a=rsa-sha256;\r\n\tdmarc=pass header.from=example.org;\r\n\tarc=none',
      received('mx.home.example'),
    ],
  },
  {
    what: 'a server that delivers by LMTP, a block for each method',
    id: 'mx.home.example',
    lines: [
      'Authentication-Results: mx.home.example; dmarc=pass header.from=example.org',
      'Authentication-Results: mx.home.example; spf=pass smtp.mailfrom=example.org',
      'Received: from mx.home.example ([127.0.0.1])\r\n\tby mail.home.example with LMTP id 7',
      received('mx.home.example'),
    ],
  },
  {
    what: 'iCloud, a block a method and another name each',
    id: 'dmarc.icloud.com',
    lines: [
      'Received: from p00-icloudmta-asmtp-us-west-3a-100 by p114-mailgateway-smtp-1 with SMTP id 1',
      'Received: from out.example.org (out.example.org [198.51.100.7]) by p00-icloudmta-asmtp.me.com (Postfix) with ESMTPS id 2; Mon, 16 Nov 2026 11:59:30 +0000',
      'Authentication-Results: bimi.icloud.com; bimi=none',
      'Authentication-Results: dmarc.icloud.com; dmarc=pass header.from=example.org',
      'Authentication-Results: dkim-verifier.icloud.com; dkim=pass (2048-bit key) header.d=example.org',
      'Authentication-Results: spf.icloud.com; spf=pass smtp.mailfrom=ana@example.org',
    ],
  },
  {
    what: 'an address in header.from, comments between all signs, capitals',
    id: 'MX.home.example',
    lines: [
      received('mx.home.example'),
      'AUTHENTICATION-RESULTS: mx.HOME.example (who we are) 1 ; DMARC (of (the) mail) = (it did) Pass (p=none) Header.From = ana@Example.org',
    ],
  },
  {
    what: 'a signature of a subdomain, without any policy',
    id: 'mx.home.example',
    lines: [
      received('mx.home.example'),
      'Authentication-Results: mx.home.example; dmarc=none header.from=example.org; dkim=fail header.d=mailer.example; dkim=pass header.d=post.example.org header.s=k1',
    ],
  },
  {
    what: 'a signature by its identity alone, and a policy that could not be read',
    id: 'mx.home.example',
    lines: [
      received('mx.home.example'),
      'Authentication-Results: mx.home.example; dmarc=temperror header.from=example.org; dkim=pass header.i=ana@example.org',
    ],
  },
  {
    what: 'a domain with an umlaut, in both writings',
    id: 'mx.home.example',
    from: 'Dora <dora@bücher.example>',
    address: 'dora@xn--bcher-kva.example',
    lines: [
      received('mx.home.example'),
      'Authentication-Results: mx.home.example; dmarc=pass header.from=xn--bcher-kva.example',
    ],
  },
  {
    what: 'older results of others below ours',
    id: 'mx.home.example',
    lines: [
      received('mx.home.example'),
      'Authentication-Results: mx.home.example; dmarc=pass header.from=example.org',
      received('relay.elsewhere.example'),
      'Authentication-Results: relay.elsewhere.example; dmarc=fail header.from=example.org',
      'Authentication-Results: mx.home.example; dmarc=fail header.from=example.org',
    ],
  },
]

const keys = ['example.org', 'xn--bcher-kva.example'].map((domain) => keyOf(domain))
const world = zone(...keys)

/** Signed as real mail is: most servers write where a sender could have, and then it is the signature that counts. */
export const genuineStamped: Genuine[] = stampedBy.map(
  ({ what, id, lines, from = ana, address = 'ana@example.org' }) => {
    const key = keys.find(({ domain }) => address.endsWith(`@${domain}`))
    const mail = key ? signed(post(from), key) : post(from)
    return { what: `stamped: ${what}`, mail: above(mail, ...lines), address, authservId: id, resolve: world }
  },
)

/** What stands where only our own server writes is enough by itself. */
export const stampedOnTop: Genuine[] = stampedBy
  .filter(({ lines }) => lines[0]?.startsWith('Authentication-Results'))
  .map(({ what, id, lines, from = ana, address = 'ana@example.org' }) => ({
    what,
    mail: above(post(from), ...lines),
    address,
    authservId: id,
  }))
