/** Words that the texts of the bench are made of; the first list is the source language. Japanese has texts of two bytes a character in memory. */
export const VOCABULARY = {
  en: 'the your account settings save changes cancel file upload team member invite payment order cart total shipping address please try again later error while loading page search results filter'.split(
    ' ',
  ),
  de: 'die Ihre Kontoeinstellungen speichern Änderungen abbrechen Datei hochladen Team Mitglied einladen Zahlung Bestellung Warenkorb Gesamtsumme Versandadresse bitte versuchen erneut später Fehler beim Laden Seite suchen'.split(
    ' ',
  ),
  fr: 'les votre compte paramètres enregistrer modifications annuler fichier téléverser équipe membre inviter paiement commande panier total adresse de livraison veuillez réessayer plus tard erreur pendant chargement'.split(
    ' ',
  ),
  es: 'los su cuenta configuración guardar cambios cancelar archivo subir equipo miembro invitar pago pedido carrito total dirección de envío por favor inténtelo más tarde error al cargar página'.split(
    ' ',
  ),
  pl: 'ustawienia konta zapisz zmiany anuluj plik prześlij zespół członek zaproś płatność zamówienie koszyk suma adres wysyłki proszę spróbuj ponownie później błąd podczas ładowania strony wyniki wyszukiwania'.split(
    ' ',
  ),
  ja: 'アカウント 設定 保存 変更 キャンセル ファイル アップロード チーム メンバー 招待 支払い 注文 カート 合計 配送先 住所 もう一度 お試し ください エラー 読み込み ページ 検索 結果'.split(
    ' ',
  ),
} as const

/** How many words a text has, one after the other: mostly labels, some sentences, few paragraphs. */
export const WORDS = [1, 2, 3, 2, 6, 4, 9, 1, 5, 12, 3, 7, 2, 18, 4, 8, 1, 3, 30, 5] as const
