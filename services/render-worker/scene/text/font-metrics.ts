import type { FontFace, TextRun } from './font.ts'

/** Advance widths of the characters from space to `~` in our faces, at the weights that we draw, in thousandths of the font size. */
const ascii: Record<FontFace | 'bold', readonly number[]> = {
  sans: widths(
    '281 288 466 633 642 982 644 300 365 365 501 662 288 460 288 360 631 407 610 618 646 593 620 566 619 620 288 302',
    '662 662 662 511 966 690 654 730 722 601 590 746 743 269 571 672 565 903 753 765 639 765 644 642 646 744 690 985',
    '682 679 629 365 360 365 471 456 323 562 612 571 612 583 370 613 591 242 242 549 242 876 591 600 612 612 376 528',
    '327 591 562 818 546 562 552 426 333 426 662',
  ),
  bold: widths(
    '252 321 523 644 650 1004 663 326 373 373 540 673 319 465 319 379 660 423 623 636 666 612 640 576 640 640 319 329',
    '673 673 673 543 999 728 659 737 722 605 588 749 746 277 580 703 565 922 759 769 645 773 652 650 660 736 728 1020',
    '720 713 652 373 379 373 481 469 351 574 624 583 624 591 389 625 612 262 262 569 262 900 612 609 624 624 397 549',
    '353 612 587 839 569 588 566 455 359 455 673',
  ),
  sketch: widths(
    '341 278 458 957 700 933 634 266 444 419 491 700 260 489 266 367 700 424 700 700 700 615 700 700 700 700 285 284',
    '700 700 700 472 871 733 595 613 668 632 569 763 730 552 603 652 550 970 768 724 589 729 696 558 618 671 680 965',
    '647 606 612 470 367 471 610 700 357 632 595 508 644 572 369 620 633 287 270 587 308 870 621 614 568 590 484 501',
    '445 588 564 875 529 581 610 524 296 525 700',
  ),
  mono: Array.from({ length: 95 }, () => 600),
}
const FIRST = 0x20
const BOLD = 550
const OTHER = 620
const WIDE = 1000
const EMOJI = 1250
/** Characters of Chinese, Japanese and Korean, and their punctuation. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\u{20000}-\u{3ffff}→…—]/u
/** Matches the most frequent characters beyond ASCII, which are tested first. */
const common = /[\u4e00-\u9fff]/
const invisible = /[\p{Mn}\p{Me}\p{Cf}]/u
const emoji = /\p{Emoji_Presentation}/u

/** Estimates the width of a run in px without a browser: exact for ASCII except for kerning, approximate beyond. */
export function estimateWidth({ text, font }: TextRun): number {
  const table = ascii[font.face === 'sans' && font.weight >= BOLD ? 'bold' : font.face]
  let thousandths = 0
  for (const character of text) thousandths += table[(character.codePointAt(0) ?? 0) - FIRST] ?? otherWidth(character)
  return (thousandths * font.size) / 1000
}

function otherWidth(character: string): number {
  if (common.test(character)) return WIDE
  if (invisible.test(character)) return 0
  if (emoji.test(character)) return EMOJI
  return wide.test(character) ? WIDE : OTHER
}

function widths(...lines: string[]): number[] {
  return lines.join(' ').split(' ').map(Number)
}
