<!DOCTYPE html>
<title><?= $title ?></title>
<?php

declare(strict_types=1);

namespace App\Shop;

use App\Base;
use function strlen;

const VERSION = '1.0';
define('OLD', 1);

/**
 * Can be priced.
 */
interface Priced
{
    const CURRENCY = 'EUR';

    public function price(): float;
}

trait Loud
{
    protected string $voice = 'hey';

    public function shout(): string
    {
        return strtoupper($this->voice);
    }
}

/**
 * An item.
 */
#[Entity]
#[Table(name: 'items')]
abstract class Item extends Base implements Priced
{
    use Loud;

    public const MAX = 10;

    private static int $count = 0;
    public ?string $name = null, $label;

    public function __construct(
        private readonly int $id,
        protected array $tags = [],
    ) {
    }

    /** Its price. */
    #[Override]
    public function price(): float
    {
        $twice = function (float $n): float {
            return 2 * $n;
        };
        return $twice(1.0);
    }

    abstract protected function secret(): void;

    final public static function make(int ...$ids): static
    {
        return new class($ids) extends Item {
            protected function secret(): void
            {
            }
        };
    }
}

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';

    public function label(): string
    {
        return <<<TEXT
        function hidden() {
        }
        TEXT;
    }
}

/** Adds. */
function add(int $a, int $b = 1): int
{
    return $a + $b;
}

if (!function_exists('late')) {
    function late(): void
    {
    }
}

$handler = fn (int $n) => $n * 2;

/** What is set. */
$settings = ['a' => 1];
$settings['b'] = 2;
