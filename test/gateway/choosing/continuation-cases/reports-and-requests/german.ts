export const german = String.raw`
[worked: continues]
ana 4h: Der Abfluss in der Dusche ist verstopft
bot 4h: Gib Natron und Essig hinein, warte eine halbe Stunde und spüle mit heißem Wasser nach.
> gemacht. läuft wieder

[worked: continues]
ana 7h: Ich habe seit heute früh Kopfschmerzen
bot 7h: Trink zwei Gläser Wasser und geh eine Runde an die frische Luft.
> hat geholfen

[problem: continues]
ana 8h: Wo bleibt die Lieferung mit den Gläsern?
bot 8h: Laut Sendungsverfolgung kommt sie heute zwischen 14 und 17 Uhr.
> Paket ist da, aber beschädigt

[problem: continues]
ana 3h: Wie verbinde ich die Kopfhörer mit dem Fernseher?
bot 3h: In den Einstellungen unter Ton auf Bluetooth gehen und dort koppeln.
> gibt es bei mir nicht, nur Lautsprecher

[changed: continues]
ana 5h: Trag bitte Zahnarzt am Dienstag um 9 ein
bot 5h: Eingetragen: Dienstag, 9 Uhr, Zahnarzt.
> wurde auf Mittwoch verschoben

[changed: continues]
ana 10h: Wie viele kommen am Samstag?
bot 10h: Bisher haben elf zugesagt.
> Jana hat doch abgesagt, also zehn

[detail: continues]
ana 20m: Welche Winterreifen passen auf mein Auto?
bot 20m: Die Größe steht im Fahrzeugschein unter 15.1. Wie lautet sie?
> 205/55 R16, Golf 7

[detail: continues]
ana 90m: Hilf mir, den Handyvertrag zu kündigen
bot 90m: Dafür brauche ich den Anbieter, die Kundennummer und das Ende der Laufzeit.
> Nordfon, 4471902, Ende März

[fragment: continues]
ana 4m: Schreib einen Satz für die Geburtstagskarte meiner Chefin
bot 4m: Alles Gute zum Geburtstag und ein wunderbares neues Lebensjahr!
> etwas weniger förmlich

[fragment: continues]
ana 13m: Mach mir einen Trainingsplan für drei Tage
bot 13m: Montag Beine, Mittwoch Rücken und Brust, Freitag Ausdauer.
> lieber nur zwei

[followup: continues]
ana 10m: Ich will am Wochenende die Küche streichen
bot 10m: Nimm abwaschbare Latexfarbe und klebe die Kanten vorher ab.
> reichen fünf Liter für 20 Quadratmeter?

[followup: continues]
ana 28m: Wir überlegen, im Mai nach Island zu fliegen
bot 28m: Im Mai sind die Tage lang und die meisten Straßen schon offen.
> was kostet ein Mietwagen für eine Woche?

[nextday: continues]
ana 15h: Mein Fahrrad quietscht beim Bremsen
bot 15h: Reinige die Felgen mit Spiritus und rau die Beläge mit Schleifpapier an.
> Beläge angeschliffen, leider immer noch laut

[nextday: continues]
ana 22h: Die Krankenkasse will die Brille nicht bezahlen
bot 22h: Leg Widerspruch ein, am besten mit einem Attest vom Augenarzt.
> habe das Attest heute bekommen

[request: new]
ana 9m: Wie viel Grad hat es gerade in Kiel?
bot 9m: Sieben Grad.
> schreib ein Gedicht über einen Igel

[request: new]
ana 16m: Welcher Feiertag ist am 3. Oktober?
bot 16m: Der Tag der Deutschen Einheit.
> Gib mir ein Rezept für Linsensuppe

[task: new]
ana 11m: Wie schreibt man „Rhythmus“?
bot 11m: R-h-y-t-h-m-u-s.
> erinnere mich am Freitag an die Mülltonnen

[task: new]
ana 50m: Wann wurde der Eiffelturm gebaut?
bot 50m: Von 1887 bis 1889.
> übersetze „Der Zug hat Verspätung“ ins Polnische

[question: new]
ana 19m: Rechne 80 Meilen in Kilometer um
bot 19m: Rund 129 Kilometer.
> wie heißt der höchste Berg von Afrika?

[question: new]
ana 24m: Hat der Baumarkt morgen offen?
bot 24m: Ja, von 8 bis 20 Uhr.
> wie viele Knochen hat ein Mensch?

[later: new]
ana 6h: Wie lange müssen Eier für weiche Dotter kochen?
bot 6h: Etwa fünf Minuten.
> Ich brauche eine Rede zum 60. Geburtstag meiner Tante

[later: new]
ana 9h: Was heißt „Feierabend“ auf Italienisch?
bot 9h: Fine giornata, ein genaues Wort gibt es nicht.
> such mir einen Friseur in Lüneburg

[bare: new]
ana 2d: Wo ist die nächste Tankstelle?
bot 2d: In der Hamburger Straße, 800 Meter.
> kennst du gute Filme?

[bare: new]
ana 25h: Passt, den Brief habe ich abgeschickt
bot 25h: Prima, dann ist das erledigt.
> erzähl mir einen Witz
`
