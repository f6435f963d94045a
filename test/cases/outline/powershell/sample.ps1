<#
.SYNOPSIS
  Keeps the stock of a small shop.
#>
using namespace System.Collections.Generic

param(
    [string] $Path = 'stock.json',
    [switch] $Quiet
)

$script:Limit = 10

# The sorts of goods.
enum Kind {
    Fruit
    Bread
    Other
}

# One line of the stock.
class Item {
    [string] $Name
    [int] $Count = 0
    hidden [Kind] $Kind

    Item([string] $name, [int] $count) {
        $this.Name = $name
        $this.Count = $count
    }

    [bool] IsLow() {
        return $this.Count -lt $script:Limit
    }

    static [Item] Parse([string] $line) {
        $parts = $line.Split(';')
        return [Item]::new($parts[0], [int] $parts[1])
    }
}

class Perishable : Item {
    [datetime] $Until

    Perishable([string] $name, [int] $count, [datetime] $until) : base($name, $count) {
        $this.Until = $until
    }

    [string] ToString() {
        return "$($this.Name): $($this.Count) until $($this.Until)"
    }
}

# Reads all lines of a file.
function Read-Stock {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)]
        [string] $Path
    )

    process {
        if (-not (Test-Path $Path)) {
            throw "There is no file $Path"
        }
        Get-Content $Path | ForEach-Object { [Item]::Parse($_) }
    }
}

function Write-Stock([Item[]] $Items, [string] $Path) {
    $Items | ConvertTo-Json -Depth 3 | Set-Content -Path $Path -Encoding utf8
}

function Get-LowItem {
    param([Item[]] $Items)
    foreach ($item in $Items) {
        if ($item.IsLow()) { $item }
    }
}

filter Select-Kind {
    if ($_.Kind -eq [Kind]::Fruit) { $_ }
}

function Show-Report {
    $text = @"
Stock of today
Limit: $script:Limit
"@
    Write-Output $text
}

try {
    $stock = Read-Stock -Path $Path
    Get-LowItem -Items $stock | Sort-Object Name
    if (-not $Quiet) { Show-Report }
} catch {
    Write-Error $_.Exception.Message
    exit 1
}

[int] $count = 3
$left, $right = 1, 2
$count += 1
$item.Name = 'x'

function global:Reset-Stock { }
