package server_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// assignsStock finds where a statement sets the column; a filter compares it.
var assignsStock = regexp.MustCompile(`(?i)(SET|,)\s*stock\s*=\s*(\S+)`)

// TestOneFileChangesTheStock checks that how many there are of a product is changed in
// server/shop/catalog/stock.go alone: the statements that take, give and adjust are called nowhere else,
// and the one other statement that writes the column is given what changedStock returns.
func TestOneFileChangesTheStock(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../sql/queries/*.sql")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	assigned := 0
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range assignsStock.FindAllStringSubmatch(string(text), -1) {
			assigned++
			if filepath.Base(path) != "stock.sql" && found[2] != "coalesce(sqlc.narg(stock)," {
				t.Errorf("%s changes the stock: write it in sql/queries/stock.sql, for server/shop/catalog/stock.go", path)
			}
		}
	}
	if assigned < 3 {
		t.Errorf("%d statements change the stock", assigned)
	}
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || path == filepath.Join("shop", "catalog", "stock.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if changesStock(n) {
				t.Errorf("%s changes the stock: that is for server/shop/catalog/stock.go", path)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// changesStock reports whether a piece of code takes, gives or adjusts, or has an update write
// another stock than changedStock says.
func changesStock(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		return slices.Contains([]string{"StockTake", "StockGive", "StockAdjust", "VariantTake", "VariantGive", "VariantAdjust", "VariantsSet"}, n.Sel.Name)
	case *ast.CompositeLit:
		if name, ok := n.Type.(*ast.SelectorExpr); !ok || name.Sel.Name != "ProductUpdateParams" {
			return false
		}
		for _, element := range n.Elts {
			field, ok := element.(*ast.KeyValueExpr)
			if !ok || field.Key.(*ast.Ident).Name != "Stock" {
				continue
			}
			call, ok := field.Value.(*ast.CallExpr)
			if !ok {
				return true
			}
			fn, ok := call.Fun.(*ast.Ident)
			return !ok || fn.Name != "changedStock"
		}
	}
	return false
}
