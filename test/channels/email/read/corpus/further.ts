import { type Case, html, type Reply, repliesOf } from './reply.ts'

/** In more languages, of more clients. */
const cases: Record<string, Case> = {
  'Gmail, Danish, plain': {
    body: 'Ja tak, det passer fint.\n\nDen man. 5. jan. 2026 kl. 15.14 skrev Ana Silva <ana.silva@example.org>:\n\n> Skal jeg ringe?\n',
    own: 'Ja tak, det passer fint.',
  },
  'Gmail, Norwegian, plain': {
    body: 'Ja takk.\n\nman. 5. jan. 2026 kl. 15:14 skrev Ana Silva <ana.silva@example.org>:\n\n> Skal jeg ringe?\n',
    own: 'Ja takk.',
  },
  'Gmail, Finnish, plain': {
    body: 'Kyllä kiitos.\n\nma 5. tammik. 2026 klo 15.14 Ana Silva (ana.silva@example.org) kirjoitti:\n\n> Soitanko?\n',
    own: 'Kyllä kiitos.',
  },
  'Outlook, Finnish, plain': {
    subject: 'VS: Katto',
    body: 'Kyllä kiitos.\n\nLähettäjä: Ana Silva <ana.silva@example.org>\nLähetetty: maanantai 5. tammikuuta 2026 15.14\nVastaanottaja: Bob <bob@example.com>\nAihe: Katto\n\nSoitanko?\n',
    own: 'Kyllä kiitos.',
  },
  'Gmail, Czech, HTML': {
    type: html,
    body: `<div dir="ltr">Ano, prosím.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">po 5. 1. 2026 v 15:14 odesílatel Ana Silva &lt;<a href="mailto:ana.silva@example.org">ana.silva@example.org</a>&gt; napsal:<br></div><blockquote class="gmail_quote">Mám zavolat?</blockquote></div>`,
    own: 'Ano, prosím.',
  },
  'Gmail, Hungarian, plain': {
    body: 'Igen, kérlek.\n\nAna Silva <ana.silva@example.org> ezt írta (időpont: 2026. jan. 5.,\nH, 15:14):\n\n> Hívjam fel?\n',
    own: 'Igen, kérlek.',
  },
  'Gmail, Romanian, plain': {
    body: 'Da, te rog.\n\nÎn lun., 5 ian. 2026 la 15:14, Ana Silva <ana.silva@example.org> a scris:\n\n> Să sun?\n',
    own: 'Da, te rog.',
  },
  'Gmail, Greek, plain': {
    body: 'Ναι, παρακαλώ.\n\nΣτις Δευ 5 Ιαν 2026 στις 3:14 μ.μ., ο χρήστης Ana Silva <\nana.silva@example.org> έγραψε:\n\n> Να τηλεφωνήσω;\n',
    own: 'Ναι, παρακαλώ.',
  },
  'Gmail, Korean, plain': {
    body: '네, 부탁합니다.\n\n2026년 1월 5일 (월) 오후 3:14, Ana Silva <ana.silva@example.org>님이 작성:\n\n> 전화할까요?\n',
    own: '네, 부탁합니다.',
  },
  'Naver, Korean, HTML': {
    type: html,
    body: `<div style="font-size:10pt;">네, 부탁합니다.</div><div><br></div><div>-----Original Message-----</div><div><b>From:</b> "Ana Silva"&lt;ana.silva@example.org&gt;</div><div><b>To:</b> &lt;bob@example.com&gt;;</div><div><b>Cc:</b></div><div><b>Sent:</b> 2026-01-05 (월) 15:14:00 (GMT+09:00)</div><div><b>Subject:</b> 지붕</div><div><br></div><div>전화할까요?</div>`,
    own: '네, 부탁합니다.',
  },
  'Gmail, Arabic, plain': {
    body: 'نعم من فضلك.\n\nفي الاثنين، 5 يناير 2026 في 3:14 م تمت كتابة ما يلي بواسطة Ana Silva <ana.silva@example.org>:\n\n> هل أتصل؟\n',
    own: 'نعم من فضلك.',
  },
  'Gmail, Hebrew, plain': {
    body: 'כן בבקשה.\n\n‫בתאריך יום ב׳, 5 בינו׳ 2026 ב-15:14 מאת ‪Ana Silva‬‏ <‪ana.silva@example.org‬‏>:‬\n\n> להתקשר?\n',
    own: 'כן בבקשה.',
  },
  'Gmail, Vietnamese, plain': {
    body: 'Vâng, nhờ bạn.\n\nVào Th 2, 5 thg 1, 2026 vào lúc 15:14 Ana Silva <ana.silva@example.org> đã viết:\n\n> Gọi nhé?\n',
    own: 'Vâng, nhờ bạn.',
  },
  'Gmail, Ukrainian, plain': {
    body: 'Так, будь ласка.\n\nпн, 5 січ. 2026 р. о 15:14 Ana Silva <ana.silva@example.org> пише:\n\n> Подзвонити?\n',
    own: 'Так, будь ласка.',
  },
  'Gmail, Portuguese of Portugal, plain': {
    body: 'Sim, por favor.\n\nAna Silva <ana.silva@example.org> escreveu (segunda, 5/01/2026 à(s)\n15:14):\n\n> Ligo?\n',
    own: 'Sim, por favor.',
  },
  'Gmail, Chinese of Taiwan, plain': {
    body: '好的，麻煩你。\n\nAna Silva <ana.silva@example.org> 於 2026年1月5日 週一 下午3:14寫道：\n\n> 要我打電話嗎？\n',
    own: '好的，麻煩你。',
  },
  'Outlook on the web, Danish': {
    subject: 'Sv: Tag',
    type: html,
    body: `<html><body dir="ltr"><div class="elementToProof">Ja tak.</div><div class="elementToProof"><br></div><div id="Signature"><p>Bob Bauer<br>Tagvej 1</p></div><div id="appendonsend"></div><hr tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><b>Fra:</b> Ana Silva &lt;ana.silva@example.org&gt;<br><b>Sendt:</b> 5. januar 2026 15:14<br><b>Til:</b> Bob<br><b>Emne:</b> Tag</div><div>Skal jeg ringe?</div></body></html>`,
    own: 'Ja tak.',
  },
  'Evolution, plain': {
    body: 'Go ahead.\n\nOn Mon, 2026-01-05 at 15:14 +0100, Ana Silva wrote:\n> Shall I?\n> \n> Ana\n\n',
    own: 'Go ahead.',
  },
  'KMail, plain': {
    body: 'Go ahead.\n\nOn Monday, 5 January 2026 15:14:00 CET Ana Silva wrote:\n> Shall I?\n\n\n',
    own: 'Go ahead.',
  },
  Gnus: {
    body: 'Ana Silva <ana.silva@example.org> writes:\n\n> Shall I?\n\nGo ahead.\n',
    own: 'Go ahead.',
  },
  'eM Client, HTML': {
    type: html,
    body: `<html><body><div>Go ahead.</div><div><br></div><div>------ Original Message ------</div><div>From "Ana Silva" &lt;<a href="mailto:ana.silva@example.org">ana.silva@example.org</a>&gt;</div><div>To "Bob" &lt;bob@example.com&gt;</div><div>Date 05/01/2026 15:14:00</div><div>Subject Roof</div><div><br></div><blockquote cite="x" type="cite" class="cite2"><div>Shall I?</div></blockquote></body></html>`,
    own: 'Go ahead.',
  },
  'HEY, HTML': {
    type: html,
    body: `<html><body><div class="trix-content"><div>Go ahead.<br><br></div></div><div><br>On January 5, 2026, Ana Silva &lt;<a href="mailto:ana.silva@example.org">ana.silva@example.org</a>&gt; wrote:<br></div><blockquote><div>Shall I?</div></blockquote></body></html>`,
    own: 'Go ahead.',
  },
  'Tutanota, HTML': {
    type: html,
    body: `<div dir="auto">Go ahead.<br></div><div dir="auto"><br></div><div>-- <br></div><div>Sent with Tutanota <br></div><div><br></div><div><br></div><div>Jan 5, 2026, 15:14 by ana.silva@example.org:<br></div><blockquote class="tutanota_quote" style="border-left: 1px solid #93A3B8;"><div>Shall I?</div></blockquote>`,
    own: 'Go ahead.',
  },
  'Lotus Notes, plain': {
    body: 'Go ahead.\n\n\n\n\nFrom:\tAna Silva <ana.silva@example.org>\nTo:\tBob/Example@Example\nDate:\t05.01.2026 15:14\nSubject:\tRoof\n\n\n\nShall I?\n',
    own: 'Go ahead.',
  },
  'Web.de, German, HTML': {
    subject: 'Aw: Dach',
    type: html,
    body: `<html><body><div style="font-family: Verdana;font-size: 12.0px;"><div>Mach das.</div><div>&nbsp;</div><div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Montag, 05. Januar 2026 um 15:14 Uhr<br><b>Von:</b>&nbsp;"Ana Silva" &lt;ana.silva@example.org&gt;<br><b>An:</b>&nbsp;"Bob" &lt;bob@example.com&gt;<br><b>Betreff:</b>&nbsp;Dach</div><div>Soll ich?</div></div></div></body></html>`,
    own: 'Mach das.',
  },
  'Orange, French, plain': {
    body: 'Vas-y.\n\n> Message du 05/01/26 15:14\n> De : "Ana Silva" <ana.silva@example.org>\n> A : "Bob" <bob@example.com>\n> Copie à : \n> Objet : Toit\n> \n> Je téléphone ?\n',
    own: 'Vas-y.',
  },
  'Libero, Italian, plain': {
    body: 'Procedi.\n\nIl 05/01/2026 15:14 CET Ana Silva <ana.silva@example.org> ha scritto:\n\n \n \nTelefono?\n',
    own: 'Procedi.',
  },
  'a phone, Spanish, below the words': {
    body: 'Adelante.\n\nEnviado desde Outlook para Android<https://aka.ms/AAb9ysg>\n________________________________\nFrom: Ana Silva <ana.silva@example.org>\nSent: Monday, January 5, 2026 3:14:00 PM\nTo: Bob <bob@example.com>\nSubject: Tejado\n\n¿Llamo?\n',
    own: 'Adelante.',
  },
  'a phone, German, by its maker': {
    body: 'Mach das.\n\nVon meinem/meiner Galaxy gesendet\n\n\n-------- Ursprüngliche Nachricht --------\nVon: Ana Silva <ana.silva@example.org>\nDatum: 05.01.26 15:14 (GMT+01:00)\nAn: Bob <bob@example.com>\nBetreff: Dach\n\nSoll ich?\n',
    own: 'Mach das.',
  },
  'a diff of their own': {
    subject: 'Patch',
    isReply: false,
    body: 'Please apply:\n\n--- a/roof.txt\n+++ b/roof.txt\n@@ -1 +1 @@\n-old\n+new\n\nThanks\n',
    own: 'Please apply:\n\n--- a/roof.txt\n+++ b/roof.txt\n@@ -1 +1 @@\n-old\n+new\n\nThanks',
  },
  'a quotation with a name, in a first mail': {
    subject: 'Minutes',
    isReply: false,
    body: 'In her mail of 5 January Ana wrote:\n\n> The roof drips.\n\nCan you check that?\n',
    own: 'In her mail of 5 January Ana wrote:\n\n> The roof drips.\n\nCan you check that?',
  },
  'answers in colour within the quote, Apple Mail': {
    type: html,
    body: `<html><body>See below.<br><div><br><blockquote type="cite"><div>On 5 Jan 2026, at 15:14, Ana Silva &lt;ana.silva@example.org&gt; wrote:</div><br><div>Shall I?</div></blockquote><div>Yes.</div><blockquote type="cite"><div>When?</div></blockquote><div>Monday.</div></div></body></html>`,
    own: 'See below.\n\nYes.\n\nMonday.',
  },
  'a postscript below the signature': {
    body: 'Go ahead.\n\nBest\nBob\n\nPS: The key is under the mat.\n\nOn Mon, Jan 5, 2026 at 3:14 PM Ana Silva <ana.silva@example.org> wrote:\n\n> Shall I?\n',
    own: 'Go ahead.\n\nBest\nBob\n\nPS: The key is under the mat.',
  },
  'Gmail, Thai, plain': {
    body: 'ได้เลยครับ\n\nในวันที่ จ. 5 ม.ค. 2026 เวลา 15:14 Ana Silva <ana.silva@example.org> เขียนว่า:\n\n> โทรไหม\n',
    own: 'ได้เลยครับ',
  },
  'Mailspring, HTML': {
    type: html,
    body: `<div>Go ahead.</div><br/><signature id="local-1"><div>Bob Bauer, roofs since 1999</div></signature><br/><div class="gmail_quote_attribution">On Jan 5 2026, at 3:14 pm, Ana Silva &lt;ana.silva@example.org&gt; wrote:</div><blockquote class="gmail_quote"><div>Shall I?</div></blockquote>`,
    own: 'Go ahead.\n\nBob Bauer, roofs since 1999',
  },
  'FairEmail, Dutch, HTML': {
    type: html,
    body: `<html><body><div dir="auto">Ga je gang.</div><div fairemail="reference"><p>5 jan. 2026 15:14:00 Ana Silva &lt;ana.silva@example.org&gt;:</p><blockquote style="border-left:3px solid #ccc"><p>Zal ik bellen?</p></blockquote></div></body></html>`,
    own: 'Ga je gang.',
  },
  'Horde, German, plain': {
    body: 'Mach das.\n\nZitat von Ana Silva <ana.silva@example.org>:\n\n> Soll ich?\n> Ana\n\n\n\n',
    own: 'Mach das.',
  },
  'SOGo, French, HTML': {
    type: html,
    body: `<p>Vas-y.</p><p><br />Le Lundi, Janvier 05, 2026 15:14 CET, Ana Silva &lt;ana.silva@example.org&gt; a &eacute;crit:<br />&nbsp;</p><blockquote type="cite" cite="x">Je t&eacute;l&eacute;phone ?</blockquote>`,
    own: 'Vas-y.',
  },
  'Nextcloud Mail, HTML': {
    type: html,
    body: `<p>Go ahead.</p><p><br></p><p class="quote">"Ana Silva" ana.silva@example.org – January 5, 2026 3:14 PM</p><blockquote><div>Shall I?</div></blockquote>`,
    own: 'Go ahead.',
  },
  'Outlook, Turkish, in history of English': {
    subject: 'Ynt: Roof',
    body: 'Tamam.\n\n________________________________\nGönderen: Ana Silva <ana.silva@example.org>\nGönderildi: 5 Ocak 2026 Pazartesi 15:14\nKime: Bob <bob@example.com>\nKonu: Roof\n\nShall I?\n\nFrom: Bob\nSent: Sunday\nTo: Ana\nSubject: Roof\n\nIt drips.\n',
    own: 'Tamam.',
  },
  'a list of times of their own before the quote': {
    body: 'I can do:\n\nMon 5 Jan 2026, 15:14\nTue 6 Jan 2026, 9:00\n\nWhich one?\n\nOn Mon, Jan 5, 2026 at 3:14 PM Ana Silva <ana.silva@example.org> wrote:\n\n> When?\n',
    own: 'I can do:\n\nMon 5 Jan 2026, 15:14\nTue 6 Jan 2026, 9:00\n\nWhich one?',
  },
  'an order with addresses and a colon': {
    body: 'Please write to these on 12 January 2026 at 15:14:\n\n- bob@example.com\n- eve@example.net\n',
    own: 'Please write to these on 12 January 2026 at 15:14:\n\n- bob@example.com\n- eve@example.net',
  },
  'an order that names one address before the colon': {
    body: 'Forward this to bob@example.com at 15:14 with these words:\n\nThe roof is done.\n',
    own: 'Forward this to bob@example.com at 15:14 with these words:\n\nThe roof is done.',
  },
  'Mail.ru on a phone, plain': {
    body: 'Давай.\n\n--\nОтправлено из Mail для Android\n\nпонедельник, 05 января 2026г., 15:14 +03:00 от Ana Silva ana.silva@example.org:\n\n>Позвонить?\n',
    own: 'Давай.',
  },
  'a Japanese phone': {
    body: 'お願いします。\n\nドコモのスマートフォンから送信\n\n-------- 元のメッセージ --------\n送信元: Ana Silva <ana.silva@example.org>\n日付: 2026/01/05 15:14\n宛先: bob@example.com\n件名: 屋根\n\n電話しましょうか。\n',
    own: 'お願いします。',
  },
  'Polish, Onet, plain': {
    body: 'Proszę.\n\nW dniu 2026-01-05 15:14:00 użytkownik Ana Silva <ana.silva@example.org> napisał:\n\n> Mam zadzwonić?\n',
    own: 'Proszę.',
  },
  'Gmail, Persian, with its own digits': {
    body: 'بله لطفاً.\n\nدر تاریخ دوشنبه ۵ ژانویهٔ ۲۰۲۶، ۱۵:۱۴ Ana Silva <ana.silva@example.org> نوشت:\n\n> زنگ بزنم؟\n',
    own: 'بله لطفاً.',
  },
  'Outlook, Slovak': {
    body: 'Áno, prosím.\n\nOd: Ana Silva <ana.silva@example.org>\nOdoslané: pondelok 5. januára 2026 15:14\nKomu: Bob <bob@example.com>\nPredmet: Strecha\n\nMám zavolať?\n',
    own: 'Áno, prosím.',
  },
  'IONOS, German': {
    body: 'Mach das.\n\n> Ana Silva <ana.silva@example.org> hat am 05.01.2026 15:14 CET geschrieben:\n> \n>  \n> Soll ich?\n',
    own: 'Mach das.',
  },
  BlackBerry: {
    body: 'Go ahead.\n\nSent from my BlackBerry 10 smartphone.\n  Original Message  \nFrom: Ana Silva\nSent: Monday, 5 January 2026 15:14\nTo: Bob\nSubject: Roof\n\nShall I?\n',
    own: 'Go ahead.',
  },
  'a session of a program that ends an answer': {
    body: 'It says this when I type it\n\n>>> 1 + 1\n',
    own: 'It says this when I type it\n\n>>> 1 + 1',
  },
  'Outlook, Greek': {
    body: 'Ναι.\n\nΑπό: Ana Silva <ana.silva@example.org>\nΣτάλθηκε: Δευτέρα, 5 Ιανουαρίου 2026 3:14 μμ\nΠρος: Bob <bob@example.com>\nΘέμα: Στέγη\n\nΝα πάρω;\n',
    own: 'Ναι.',
  },
}

export const further: Reply[] = repliesOf(cases)
